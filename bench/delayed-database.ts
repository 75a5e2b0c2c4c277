import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** Starts a TCP proxy to a database that delays each direction by the given time, to simulate network latency. Disposing stops it. */
export async function startDelayedDatabase(databaseUrl: string, milliseconds: number) {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from.setNoDelay())
      from.on('data', (data) => setTimeout(() => to.write(data), milliseconds))
      from.on('error', () => {}).on('close', () => to.destroy())
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String(typeof address === 'object' ? address?.port : 0)
  return {
    url: url.href,
    [Symbol.dispose]() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
