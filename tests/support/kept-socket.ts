import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { SHORT_LIVED } from './backend-process.ts'

const MAIN = fileURLToPath(new URL('../../backend/dist/main.js', import.meta.url))
const UP_WITHIN_MS = 120_000

/** What systemd does for a service with a socket unit: the descriptor, and whom it is for. `exec` keeps the process id. */
export const AS_SYSTEMD = 'echo "pid $$"; LISTEN_FDS=1 LISTEN_PID=$$ exec "$0" "$@"'

/** Starts the server once for each line of its input. The socket stays bound between two starts. */
const HOLDER = 'while read -r _; do sh -c "$0" "$@" < /dev/null; echo ended; done'

/** A server on a socket that outlives it. */
export type KeptSocketServer = AsyncDisposable & {
  port: number
  /** Starts it and resolves when it says where it is. Throws what it printed when it ends first. */
  start(): Promise<void>
  /** Asks it to stop and resolves when it has ended. Connections made from now on wait in the kernel's queue. */
  stop(): Promise<void>
  log(): string
}

/** Binds a socket on loopback for a server that does not run yet; `environment` makes its variables from the port. */
export async function onKeptSocket(environment: (port: number) => Record<string, string>): Promise<KeptSocketServer> {
  const bound = createServer().listen(0, '127.0.0.1')
  await once(bound, 'listening')
  const { port } = bound.address() as AddressInfo
  const handle: unknown = Reflect.get(bound, '_handle')
  const descriptor: unknown = typeof handle === 'object' && handle !== null ? Reflect.get(handle, 'fd') : null
  if (typeof descriptor !== 'number') throw new Error('This Node does not tell the descriptor of a server.')
  const holder = spawn('sh', ['-c', HOLDER, AS_SYSTEMD, process.execPath, ...SHORT_LIVED, MAIN], {
    env: { PATH: process.env['PATH'], PORT: '0', ...environment(port) },
    stdio: ['pipe', 'pipe', 'pipe', descriptor],
  })
  bound.close()
  let said = ''
  for (const stream of [holder.stdout, holder.stderr]) stream?.setEncoding('utf8').on('data', (text) => (said += text))
  const times = (words: RegExp) => said.match(words)?.length ?? 0
  const ended = () => times(/^ended$/gm)
  let starts = 0

  const stop = async () => {
    if (ended() === starts) return
    const [, id] = [...said.matchAll(/^pid (\d+)$/gm)].at(-1) ?? []
    process.kill(Number(id), 'SIGTERM')
    while (ended() < starts) await pause(5)
  }
  return {
    port,
    log: () => said,
    stop,
    async start() {
      starts += 1
      holder.stdin?.write('\n')
      const deadline = Date.now() + UP_WITHIN_MS
      while (times(/ is at /g) < starts) {
        if (ended() === starts || Date.now() > deadline) throw new Error(`The server did not start. It said:\n${said}`)
        await pause(5)
      }
    },
    async [Symbol.asyncDispose]() {
      await stop()
      holder.stdin?.end()
      if (holder.exitCode === null) await once(holder, 'exit')
    },
  }
}
