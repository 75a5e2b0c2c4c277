import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('../../server/dist/main.js', import.meta.url))
const UP_WITHIN_MS = 120_000

/**
 * A shell command that passes a socket to a program like systemd's socket activation does (LISTEN_FDS, LISTEN_PID). `exec` keeps the
 * process id.
 */
export const SOCKET_ACTIVATION_COMMAND = 'echo "pid $$"; LISTEN_FDS=1 LISTEN_PID=$$ exec "$0" "$@"'

/**
 * A shell loop that starts the server for each line of its input. The shell holds the listening socket, so the socket stays bound
 * between two starts.
 */
const HOLDER = 'while read -r _; do sh -c "$0" "$@" < /dev/null; echo ended; done'

/** A server with systemd's socket activation: its listening socket stays open while the server restarts. */
export type SocketActivatedServer = AsyncDisposable & {
  port: number
  /** Starts the server and resolves when the server prints its URL. Throws an error with the server's output when it ends first. */
  start(): Promise<void>
  /** Sends SIGTERM and resolves when the server has ended. The kernel then queues new connections until the next start. */
  stop(): Promise<void>
  log(): string
}

/**
 * Binds a loopback socket for a server that is started later. `environment` returns the server's environment variables for the bound
 * port.
 */
export async function bindSocketForServer(
  environment: (port: number) => Record<string, string>,
): Promise<SocketActivatedServer> {
  const bound = createServer().listen(0, '127.0.0.1')
  await once(bound, 'listening')
  const { port } = bound.address() as AddressInfo
  const handle: unknown = Reflect.get(bound, '_handle')
  const descriptor: unknown = typeof handle === 'object' && handle !== null ? Reflect.get(handle, 'fd') : null
  if (typeof descriptor !== 'number')
    throw new Error('This version of Node does not expose the file descriptor of a server.')
  const holder = spawn('sh', ['-c', HOLDER, SOCKET_ACTIVATION_COMMAND, process.execPath, MAIN], {
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
        if (ended() === starts || Date.now() > deadline)
          throw new Error(`The server did not start. Its output:\n${said}`)
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
