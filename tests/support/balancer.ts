import { connect, createServer, type Socket } from 'node:net'

export type LoadBalancer = AsyncDisposable & { url: string }

/**
 * Starts a TCP load balancer that distributes connections round-robin and skips servers that refuse a connection. It does not retry
 * requests.
 */
export async function startLoadBalancer(urls: readonly string[]): Promise<LoadBalancer> {
  const ports = urls.map((url) => Number(new URL(url).port))
  const sockets = new Set<Socket>()
  let turn = 0
  const server = createServer((client) => {
    keep(client)
    tryFrom(turn++, ports.length)
    function tryFrom(index: number, left: number): void {
      const target = connect(ports[index % ports.length] ?? 0, '127.0.0.1')
      keep(target)
      target.once('connect', () => {
        target.removeAllListeners('error').on('error', () => client.destroy())
        client.pipe(target).pipe(client)
        client.on('error', () => target.destroy()).on('close', () => target.destroy())
      })
      target.once('error', () => (left > 1 ? tryFrom(index + 1, left - 1) : client.destroy()))
    }
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The balancer has no port.')

  function keep(socket: Socket): void {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket)).on('error', () => {})
  }
  return {
    url: `http://127.0.0.1:${address.port}`,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
