import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { PostgresReporter, PostgresSettingValues } from '../port/database.ts'
import { findProgram } from './binaries.ts'
import { endPostgres, POSTMASTER_FILE_NAME, readPostmasterId } from './end-postgres.ts'
import type { PostgresHome } from './home.ts'
import { findReason, spawnProgram } from './runner.ts'

const OUTPUT_MAX = 10_000
/** Matches the lines of PostgreSQL's log that the server reports to the operator: crashes, disk errors, and the progress of a long recovery. */
const REPORTED_LINE = /^PANIC: |terminated by signal|No space left|could not (write|fsync|read|extend)|elapsed time:/

/** A running or starting PostgreSQL. */
export type PostgresProcess = {
  /** Resolves with null when PostgreSQL accepts connections, or with PostgreSQL's error message when it ends before that. */
  failure: Promise<string | null>
  /** Resolves with the reason when PostgreSQL and all its processes have ended. */
  ended: Promise<string>
  /** Ends PostgreSQL as `endPostgres` does. */
  stop(): Promise<void>
}

/** Spawns PostgreSQL on its data folder, on which no other PostgreSQL runs. */
export function spawnPostgres(
  home: PostgresHome,
  settings: PostgresSettingValues,
  report: PostgresReporter,
): PostgresProcess {
  removeForeignLock(join(home.cluster, POSTMASTER_FILE_NAME))
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawnProgram(home.runner, findProgram(home.binaries, 'postgres'), ['-D', home.cluster, ...options])
  const accepting = Promise.withResolvers<null>()
  let output = ''
  // Emitted when the program could not be spawned, before `close`.
  child.on('error', (error) => (output = `FATAL:  ${error.message}`))
  const lines = createInterface(child.stderr).on('error', () => {})
  lines.on('line', (line) => {
    output = `${output}${line}\n`.slice(-OUTPUT_MAX)
    if (line.includes('database system is ready to accept connections')) accepting.resolve(null)
    else if (REPORTED_LINE.test(line)) report('postgres_message', `PostgreSQL: ${line}`)
  })
  // `close` comes after `exit`, when the last process of PostgreSQL has closed the output. A new PostgreSQL can't start before that.
  const ended = new Promise<string>((resolve) => {
    child.once('close', (code, signal) => resolve(signal ?? `status ${code}`))
  })
  return {
    failure: Promise.race([accepting.promise, ended.then(() => findReason(output))]),
    ended,
    async stop() {
      const isRunning = async () => child.exitCode === null && child.signalCode === null
      await endPostgres(home, isRunning, (signal) => child.kill(signal))
      await ended
    },
  }
}

/**
 * Removes the file of a killed PostgreSQL when another program has the process id in it by now: PostgreSQL would refuse to start. Otherwise
 * PostgreSQL needs the file: by it, it finds processes of the killed one that still write, and does not start before they have ended.
 */
function removeForeignLock(file: string): void {
  try {
    process.kill(readPostmasterId(file), 0)
    rmSync(file)
  } catch {
    // There is no such file or process.
  }
}
