import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { ROOT } from '../config-places.ts'

/**
 * Creates an empty database in a folder that has none. It is created under another name and renamed when complete, so an interrupted
 * start does no harm. A worker thread does it, because it needs 350 MB, which are freed with the thread.
 */
export async function makeCluster(folder: string): Promise<void> {
  if (existsSync(join(folder, 'PG_VERSION'))) return
  const worker = new Worker(join(ROOT, 'backend/src/database/cluster-thread.ts'), { workerData: { folder } })
  await new Promise<void>((resolve, reject) => {
    worker.once('error', reject)
    worker.once('exit', () => resolve())
  })
}
