import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { TestBackend } from './start-backend.ts'

/** What `npm run admin` needs to know of a backend that has no status endpoint, as on Supabase. */
export type HostWithoutOperations = Pick<TestBackend, 'url' | 'secretKey' | 'dataDir'> & AsyncDisposable

/** Starts a proxy in front of a backend that responds 404 to `/operations/v1/*`, as Supabase does, and forwards other requests. */
export async function startHostWithoutOperations(backend: TestBackend): Promise<HostWithoutOperations> {
  const server = createServer((incoming, outgoing) => {
    if (incoming.url?.startsWith('/operations/') === true) {
      incoming.resume()
      outgoing.writeHead(404, { 'content-type': 'application/json' }).end('{"error":"requested path is invalid"}')
      return
    }
    const { method, headers } = incoming
    const forwarded = request(new URL(incoming.url ?? '/', backend.url), { method, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(outgoing)
    })
    forwarded.on('error', () => outgoing.destroy())
    incoming.pipe(forwarded)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.')
  const { secretKey, dataDir } = backend
  return {
    ...{ url: `http://127.0.0.1:${address.port}`, secretKey, dataDir },
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
    },
  }
}
