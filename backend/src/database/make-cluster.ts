import { closeSync, existsSync, fsyncSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isMainThread, Worker, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'

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

function writeDown(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) writeDown(path)
    else sync(path)
  }
  sync(folder)
}

function sync(path: string): void {
  // Windows can't open folders; it needs no sync of them either.
  if (process.platform === 'win32') return
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

function folderToMake(): string | null {
  const data: unknown = workerData
  return typeof data === 'object' && data !== null && 'makeClusterIn' in data && typeof data.makeClusterIn === 'string'
    ? data.makeClusterIn
    : null
}

const folder = isMainThread ? null : folderToMake()
if (folder !== null) await makeInThread(folder)
