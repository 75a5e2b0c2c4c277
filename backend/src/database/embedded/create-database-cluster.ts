import { existsSync } from 'node:fs'
import { extname, join } from 'node:path'
import { Worker } from 'node:worker_threads'

/** The script of the worker thread: a TypeScript source file, or in the bundled server a separate entry of the bundle. */
const THREAD = join(import.meta.dirname, `cluster-thread${extname(import.meta.filename)}`)

/**
 * Creates an empty database in a folder, unless the folder contains one. The database is created under a temporary name and renamed when it
 * is complete, so an interrupted start leaves no partial database. The code runs in a worker thread, because it needs 350 MB of memory,
 * which are freed when the thread ends.
 */
export async function createDatabaseCluster(folder: string): Promise<void> {
  if (existsSync(join(folder, 'PG_VERSION'))) return
  const worker = new Worker(THREAD, { workerData: { folder } })
  await new Promise<void>((resolve, reject) => {
    worker.once('error', reject)
    worker.once('exit', () => resolve())
  })
}
