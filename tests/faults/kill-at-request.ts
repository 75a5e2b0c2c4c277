import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A TCP proxy that calls a function before it forwards the n-th HTTP request. */
export type RequestCounter = AsyncDisposable & {
  url: string
  /** Starts to count anew; `act` is called once, before request number `count` is forwarded. */
  actAt(count: number, act: () => void): void
}

const REQUEST = /^(?:GET|HEAD|POST|PUT|DELETE) \//

/** Starts a proxy in front of a server. Requests of one connection follow each other, so each begins in a chunk of its own. */
export async function startRequestCounter(serverUrl: string): Promise<RequestCounter> {
  const target = new URL(serverUrl)
  const sockets = new Set<Socket>()
  let remaining = Number.POSITIVE_INFINITY
  let act = () => {}
  const server = createServer((near) => {
    const far = connect({ host: target.hostname, port: Number(target.port) })
    for (const socket of [near, far])
      sockets.add(socket.on('error', () => {}).on('close', () => sockets.delete(socket)))
    near.on('data', (data: Buffer) => {
      if (REQUEST.test(data.toString('latin1', 0, 16))) remaining -= 1
      if (remaining === 0) act()
      far.write(data)
    })
    far.on('data', (data: Buffer) => near.write(data))
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const place = server.address()
  const port = typeof place === 'object' && place !== null ? place.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    actAt(count, callback) {
      remaining = count
      act = () => {
        remaining = Number.POSITIVE_INFINITY
        callback()
      }
    },
    async [Symbol.asyncDispose]() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
