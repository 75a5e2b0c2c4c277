import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { ROOT } from '../config-places.ts'

/**
 * Makes an empty database in a folder that has none. A half-made one never gets the folder's name, so being stopped in the
 * middle does no harm. It runs in a thread of its own: making one needs 350 MB, which end with the thread.
 */
export async function makeCluster(folder: string): Promise<void> {
  if (existsSync(join(folder, 'PG_VERSION'))) return
  const worker = new Worker(join(ROOT, 'backend/src/database/cluster-thread.ts'), { workerData: { folder } })
  await new Promise<void>((resolve, reject) => {
    worker.once('error', reject)
    worker.once('exit', () => resolve())
  })
}
