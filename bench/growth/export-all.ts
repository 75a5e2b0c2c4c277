import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createTemporaryFolder } from '../../tests/support/temporary-folder.ts'
import { readCpuTimeMs } from '../load/load.ts'
import { readPeakResidentMegabytes } from '../parts/start.ts'
import { type BenchmarkServer, SECRET_KEY } from '../server.ts'

const ADMIN = join(import.meta.dirname, '../../admin/src/main.ts')

/**
 * The cost of an export of all sign-ups: wall-clock time and CPU time of the server per thousand rows, in ms; peak memory of the
 * command and of the server, in MB.
 */
export type SignupExportCost = { perThousand: number; processor: number; command: number; server: number }

/** Exports all sign-ups with the admin command and samples its memory while it runs. */
export async function measureSignupExport(server: BenchmarkServer): Promise<SignupExportCost> {
  await using folder = await createTemporaryFolder('export-')
  const file = join(folder.path, 'signups.csv')
  const env = { PATH: process.env['PATH'] ?? '', SUPABASE_URL: server.url, SUPABASE_SECRET_KEY: SECRET_KEY }
  const { pid } = server.process()
  const usedBefore = await readCpuTimeMs(pid)
  const begun = performance.now()
  const child = spawn(process.execPath, [ADMIN, 'signups', 'export', '--to', file], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const said = child.stderr.setEncoding('utf8').toArray()
  let isRunning = true
  const ended = once(child, 'exit').finally(() => {
    isRunning = false
  })
  let command = 0
  while (isRunning) {
    command = Math.max(command, await readPeakResidentMegabytes(child.pid ?? 0))
    await Promise.race([ended, pause(200)])
  }
  const count = /([\d,]+) sign-ups? written/.exec((await said).join(''))?.[1]
  if (count === undefined) throw new Error('The export did not report how many sign-ups it wrote.')
  const thousands = Number(count.replaceAll(',', '')) / 1_000
  return {
    perThousand: (performance.now() - begun) / thousands,
    processor: ((await readCpuTimeMs(pid)) - usedBefore) / thousands,
    command,
    server: await readPeakResidentMegabytes(pid),
  }
}
