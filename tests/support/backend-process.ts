import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { recordLoggedEvents } from './logged-events.ts'

const END_WITH_PARENT = new URL('../../tools/bootstrap/end-with-parent.mjs', import.meta.url).href
const READY_WITHIN_MS = 120_000
const STOPPED_WITHIN_MS = 15_000

/** A backend that runs as a child process of the test. */
export type BackendProcess = {
  pid: number
  log(): string
  /** Sends SIGTERM and waits until the backend has ended. Kills the backend and throws when it takes longer than 15 seconds. */
  stop(): Promise<void>
  /** Sends SIGKILL to the server, which simulates a crash without a clean shutdown. */
  kill(): Promise<void>
}

/** The server program to start: the built server, another one of this project, or the absolute path of a program in a copy of the project. */
export type ServerProgram =
  | 'server/dist/main.js'
  | 'packages/backend/src/main.ts'
  | 'tools/dev.ts'
  | 'bench/stripped-server.ts'
  | `/${string}`

export type BackendSpawnOptions = {
  program?: ServerProgram | undefined
  flags?: readonly string[]
  /** The program's own arguments. */
  args?: readonly string[]
}

/**
 * Starts a server that is configured only by the given environment variables and resolves when its `/ready` succeeds. Throws an
 * error with the server's output when the server ends or does not become ready.
 */
export async function spawnBackend(
  url: string,
  env: Record<string, string>,
  { program = 'server/dist/main.js', flags = [], args = [] }: BackendSpawnOptions = {},
): Promise<BackendProcess> {
  const file = resolve(fileURLToPath(new URL('../..', import.meta.url)), program)
  const child = spawn(process.execPath, [...flags, '--import', END_WITH_PARENT, file, ...args], {
    env: { ...essentials(), ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'], // the closing IPC channel ends the child when the test process dies
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const gone = once(child, 'close').finally(() => recordLoggedEvents(output))
  const isGone = () => child.exitCode !== null || child.signalCode !== null

  const kill = async () => {
    if (!isGone()) child.kill('SIGKILL')
    await gone
  }
  const stop = async () => {
    if (!isGone()) child.kill('SIGTERM')
    const stopped = await Promise.race([gone.then(() => true), pause(STOPPED_WITHIN_MS, false, { ref: false })])
    if (stopped) return
    await kill()
    throw new Error(`The backend did not stop within ${STOPPED_WITHIN_MS} ms of SIGTERM. Its output:\n${output}`)
  }

  const deadline = Date.now() + READY_WITHIN_MS
  while (!(await isReady(url))) {
    if (isGone()) {
      await gone
      throw new Error(`The backend ended while starting. Its output:\n${output}`)
    }
    if (Date.now() > deadline) {
      await kill()
      throw new Error(`The backend was not ready within ${READY_WITHIN_MS} ms. Its output:\n${output}`)
    }
    await pause(25)
  }
  return { pid: child.pid ?? 0, log: () => output, stop, kill }
}

async function isReady(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/ready`, { signal: AbortSignal.timeout(2_000) })
    await response.body?.cancel()
    return response.ok
  } catch {
    return false
  }
}

/** Returns the environment variables that any program needs, without those that would configure the backend. */
function essentials(): Record<string, string> {
  const wanted = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'SystemRoot']
  return Object.fromEntries(wanted.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])))
}
