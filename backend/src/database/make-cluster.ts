import { existsSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isMainThread, Worker, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { sync, writeDown } from './write-down.ts'

/**
 * Makes an empty database in a folder that has none. A half-made one never gets the folder's name, so being stopped in the
 * middle does no harm. It runs in a thread of its own: making one needs 350 MB, which end with the thread.
 */
export async function makeCluster(folder: string): Promise<void> {
  if (existsSync(join(folder, 'PG_VERSION'))) return
  const worker = new Worker(new URL(import.meta.url), { workerData: { makeClusterIn: folder } })
  await new Promise<void>((resolve, reject) => {
    worker.once('error', reject)
    worker.once('exit', () => resolve())
  })
}

async function makeInThread(folder: string): Promise<void> {
  const unfinished = `${folder}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  const pglite = await PGlite.create(unfinished)
  await pglite.close()
  writeDown(unfinished)
  renameSync(unfinished, folder)
  sync(dirname(folder))
}

function folderToMake(): string | null {
  const data: unknown = workerData
  return typeof data === 'object' && data !== null && 'makeClusterIn' in data && typeof data.makeClusterIn === 'string'
    ? data.makeClusterIn
    : null
}

const folder = isMainThread ? null : folderToMake()
if (folder !== null) await makeInThread(folder)
