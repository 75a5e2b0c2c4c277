import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** A way to a database that can fail. */
export type Cable = {
  /** The database's address by this way. */
  url: string
  /** Breaks every connection and refuses new ones. */
  cut(): void
  mend(): Promise<void>
  /** Nothing goes through any more, and nobody is told; what was said meanwhile is lost. */
  freeze(frozen: boolean): void
}

/** Lays a cable to the database at that address, which sees or changes what is asked; taken up when the test is over. */
export async function layCable(
  databaseUrl: string,
  passOn: (asked: Buffer) => Buffer = (asked) => asked,
): Promise<Cable> {
  const target = new URL(databaseUrl)
  const ends = new Set<Socket>()
  let isFrozen = false
  const server = createServer({ allowHalfOpen: true }, (near) => {
    const far = connect({ host: target.hostname, port: Number(target.port), allowHalfOpen: true })
    for (const [one, other, pass] of [
      [near, far, passOn],
      [far, near, (answer: Buffer) => answer],
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
