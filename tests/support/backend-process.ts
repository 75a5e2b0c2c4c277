import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const END_WITH_PARENT = new URL('../../tools/bootstrap/end-with-parent.mjs', import.meta.url).href
const READY_WITHIN_MS = 60_000
const STOPPED_WITHIN_MS = 15_000

/**
 * For servers that live for seconds: PGlite's WebAssembly stays as it is first compiled. To compile its busy parts
 * better costs a processor more than a second, which a server pays back in minutes.
 */
export const SHORT_LIVED = ['--liftoff-only']

/** A running backend, seen from outside: what it printed, and the two ways to end it. */
export type BackendProcess = {
  pid: number
  log(): string
  /** Asks it to stop, as an operator would. Throws when it does not within a quarter of a minute. */
  stop(): Promise<void>
  /** Ends it at once, as a power cut would. */
  kill(): Promise<void>
}

/** The programs that serve the site on the backend: built, or drawn by Vite as it is asked for; or one of another tree, by its whole path. */
export type ServerProgram = 'backend/dist/main.js' | 'tools/dev.ts' | `/${string}`

/** How a server is run: which program, and with which flags of Node's. */
export type SpawnOptions = { program?: ServerProgram | undefined; flags?: readonly string[] }

/** Starts the server with exactly this environment and answers when `/ready` does; throws its log when it gives up. */
export async function spawnBackend(
  url: string,
  env: Record<string, string>,
  { program = 'backend/dist/main.js', flags = [] }: SpawnOptions = {},
): Promise<BackendProcess> {
  const file = resolve(fileURLToPath(new URL('../..', import.meta.url)), program)
  const child = spawn(process.execPath, [...flags, '--import', END_WITH_PARENT, file], {
    env: { ...essentials(), ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'], // the channel closes when this process dies, and takes the child along
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const gone = once(child, 'close')
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
    throw new Error(`The backend was asked to stop and did not. It said:\n${output}`)
  }

  const deadline = Date.now() + READY_WITHIN_MS
  while (!(await isReady(url))) {
    if (isGone()) {
      await gone
      throw new Error(`The backend ended while starting. It said:\n${output}`)
    }
    if (Date.now() > deadline) {
      await kill()
      throw new Error(`The backend was not ready within ${READY_WITHIN_MS} ms. It said:\n${output}`)
    }
    await pause(25)
  }
  return { pid: child.pid ?? 0, log: () => output, stop, kill }
}

async function isReady(url: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/ready`, { signal: AbortSignal.timeout(2_000) })
    await answer.body?.cancel()
    return answer.ok
  } catch {
    return false
  }
}

/** What any program needs to run, and nothing that could change what the backend does. */
function essentials(): Record<string, string> {
  const wanted = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'SystemRoot']
  return Object.fromEntries(wanted.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])))
}
