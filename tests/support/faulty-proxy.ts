import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** A TCP proxy to a database that can simulate network failures. */
export type FaultyProxy = {
  /** The URL with which a client connects to the database through the proxy. */
  url: string
  /** Closes all connections and rejects new ones. */
  cut(): void
  /** Accepts connections to the proxy again, on the same port. */
  mend(): Promise<void>
  /** While frozen, the proxy drops all data in both directions without closing the connections. */
  freeze(frozen: boolean): void
}

/**
 * Starts a TCP proxy in front of a database and stops it at the end of the test. `transform` can inspect or change the data that
 * the client sends to the database.
 */
export async function startFaultyProxy(
  databaseUrl: string,
  transform: (data: Buffer) => Buffer = (data) => data,
): Promise<FaultyProxy> {
  const target = new URL(databaseUrl)
  const ends = new Set<Socket>()
  let isFrozen = false
  const server = createServer({ allowHalfOpen: true }, (near) => {
    const far = connect({ host: target.hostname, port: Number(target.port), allowHalfOpen: true })
    for (const [one, other, pass] of [
      [near, far, transform],
      [far, near, (data: Buffer) => data],
    ] as const) {
      ends.add(one)
      one.on('data', (data: Buffer) => {
        const passed = pass(data)
        if (!isFrozen) other.write(passed)
      })
      one.on('end', () => isFrozen || other.end())
      one.on('error', () => {}).on('close', () => other.destroy())
    }
  })
  const cut = () => {
    server.close()
    for (const end of ends) end.destroy()
  }
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  onTestFinished(cut)
  await listen(0)
  const place = server.address()
  const port = typeof place === 'object' && place !== null ? place.port : 0
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${port}`
  return {
    url: url.href,
    cut,
    mend: () => listen(port),
    freeze: (frozen) => {
      isFrozen = frozen
    },
  }
}
