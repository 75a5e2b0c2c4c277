import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { findProgram } from './binaries.ts'
import type { PostgresHome } from './home.ts'

const run = promisify(execFile)
const POLL_MS = 20
const SHUTDOWN_SECONDS = 8
/** The file in the data folder whose first line is the process id of the PostgreSQL that runs there, or ran there when it was killed. */
export const POSTMASTER_FILE_NAME = 'postmaster.pid'

/** Ends the PostgreSQL that an earlier server left running on a data folder. The caller holds the lock of the data folder. */
export async function endLeftBehind(home: PostgresHome): Promise<void> {
  const file = join(home.cluster, POSTMASTER_FILE_NAME)
  if (!existsSync(file)) return
  const pid = readPostmasterId(file)
  const isRunning = () => isPostgresOf(home.cluster, pid)
  await endPostgres(home, isRunning, (signal) => {
    try {
      process.kill(pid, signal)
    } catch {
      // The process has ended meanwhile.
    }
  })
}

/** Returns the process id in a `postmaster.pid`. */
export function readPostmasterId(file: string): number {
  return Number(readFileSync(file, 'utf8').split('\n')[0])
}

/**
 * Ends a running PostgreSQL: its clients' transactions are rolled back, and a checkpoint makes the next start quick. Kills it after eight
 * seconds.
 */
export async function endPostgres(
  { cluster, binaries }: PostgresHome,
  isRunning: () => Promise<boolean>,
  kill: (signal: 'SIGINT' | 'SIGKILL') => void,
): Promise<void> {
  if (process.platform === 'win32') {
    // Windows has no signals; pg_ctl sends them over a named pipe. It fails when the process does not exist any more.
    const args = ['stop', '-D', cluster, '-m', 'fast', '-t', String(SHUTDOWN_SECONDS)]
    await run(findProgram(binaries, 'pg_ctl'), args).catch(() => {})
  }
  const deadline = Date.now() + SHUTDOWN_SECONDS * 1000
  for (; await isRunning(); await pause(POLL_MS)) kill(Date.now() < deadline ? 'SIGINT' : 'SIGKILL') // SIGINT is a fast shutdown
}

/** Returns whether a process is PostgreSQL with a data folder. False for a zombie, whose command line is empty. */
async function isPostgresOf(cluster: string, pid: number): Promise<boolean> {
  const command = await (process.platform === 'linux'
    ? readFile(`/proc/${pid}/cmdline`, 'utf8')
    : run('ps', ['-ww', '-o', 'args=', '-p', String(pid)]).then(({ stdout }) => stdout)
  ).catch(() => '')
  return command.includes('postgres') && command.includes(cluster)
}
