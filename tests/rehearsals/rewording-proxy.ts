import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import type { Duplex } from 'node:stream'
import { buffer } from 'node:stream/consumers'

/**
 * Matches SQLSTATE codes. PostgreSQL or our migrations raise these errors, so their messages are equal on every server. Excludes
 * `21000`, which an extension raises on Supabase.
 */
const SAME_EVERYWHERE = /^(?!21000)[0-9A-Z]{5}$/

type Proxy = AsyncDisposable & { url: string; forwardTo(backend: string): void }

/**
 * Starts a proxy in front of a backend that replaces the messages of error responses and reorders their keys, but keeps status and
 * code. It makes the backend look like Supabase, whose messages differ. WebSocket connections pass through unchanged. `forwardTo`
 * sets the backend's URL later, because the backend needs the proxy's URL for its start.
 */
export async function startRewordingProxy(): Promise<Proxy> {
  let target = new URL('http://127.0.0.1:9')
  const sockets = new Set<Duplex>()
  const proxy = createServer((request, response) => {
    forward(target, request, response).catch(() => response.destroy())
  })
  proxy.on('upgrade', (request, socket, head) => {
    const upstream = connect(Number(target.port), target.hostname)
    for (const each of [socket, upstream]) {
      sockets.add(each)
      each.on('error', () => {}).once('close', () => [socket, upstream].map((one) => one.destroy()))
    }
    const lines = request.rawHeaders.flatMap((name, at, all) => (at % 2 === 0 ? [`${name}: ${all[at + 1] ?? ''}`] : []))
    upstream.write(`GET ${request.url ?? '/'} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
    upstream.write(head)
    socket.pipe(upstream).pipe(socket)
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  const { port } = proxy.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    forwardTo(backend) {
      target = new URL(backend)
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      proxy.closeAllConnections()
      proxy.close()
      await once(proxy, 'close')
    },
  }
}

async function forward(target: URL, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const { method, headers, url: path } = incoming
  const sent = request({ host: target.hostname, port: target.port, method, headers, path })
  const received = once(sent, 'response')
  incoming.pipe(sent)
  const [response] = (await received) as [IncomingMessage]
  const status = response.statusCode ?? 502
  const isError = status >= 400 && /json/.test(response.headers['content-type'] ?? '') && method !== 'HEAD'
  if (!isError || response.headers['content-encoding'] !== undefined) {
    outgoing.writeHead(status, response.rawHeaders)
    response.pipe(outgoing)
    return
  }
  const body = Buffer.from(replaceMessages(await buffer(response)))
  outgoing.writeHead(status, { ...response.headers, 'content-length': body.length }).end(body)
}

function replaceMessages(body: Buffer): string {
  const error: unknown = JSON.parse(body.toString('utf8'))
  if (typeof error !== 'object' || error === null) return body.toString('utf8')
  if (SAME_EVERYWHERE.test(String(Reflect.get(error, 'code')))) return body.toString('utf8')
  const changed = Object.entries(error).toReversed()
  return JSON.stringify(
    Object.fromEntries(changed.map(([name, value]) => [name, isSentence(name, value) ? 'No.' : value])),
  )
}

function isSentence(name: string, value: unknown): boolean {
  const isProse = typeof value === 'string' && value.includes(' ')
  return isProse && ['message', 'msg', 'details', 'hint', 'error', 'error_description'].includes(name)
}
