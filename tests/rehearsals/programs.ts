import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'

/**
 * Thrown when a rehearsal (a system test of `npm run rehearse`) cannot run on this machine; the rehearsal then counts as failed.
 * The message names the missing program or privilege.
 */
export class MissingPrerequisiteError extends Error {}

/**
 * Returns the path of a program from a Debian package. When the program is missing, throws a MissingPrerequisiteError with the
 * command that installs it.
 */
export function requireDebianProgram(path: string, aptPackage: string): string {
  if (existsSync(path)) return path
  throw new MissingPrerequisiteError(`${path} is missing; install it with: apt-get install ${aptPackage}`)
}

/** Runs a program until it exits. Returns its exit code and the output of both streams. */
export async function runProgramToExit(program: string, words: readonly string[], options: SpawnOptions = {}) {
  const child = spawn(program, words, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  const said = collected(child)
  const [code]: unknown[] = await once(child, 'close')
  return { code, said: said().trim() }
}

/** Starts a long-running program. Disposing sends SIGTERM, and SIGKILL if the program still runs after ten seconds. */
export function startLongRunningProgram(program: string, words: readonly string[], options: SpawnOptions = {}) {
  const child = spawn(program, words, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  const said = collected(child)
  const isRunning = () => child.exitCode === null && child.signalCode === null
  return {
    said,
    isRunning,
    async [Symbol.asyncDispose]() {
      if (!isRunning()) return
      const gone = once(child, 'close')
      child.kill('SIGTERM')
      const timer = setTimeout(() => child.kill('SIGKILL'), 10_000)
      await gone
      clearTimeout(timer)
    },
  }
}

function collected(child: ChildProcess): () => string {
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (more) => (text += more))
  return () => text
}
