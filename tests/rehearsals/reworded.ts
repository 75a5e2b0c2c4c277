import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import type { Duplex } from 'node:stream'
import { buffer } from 'node:stream/consumers'

/** Error codes whose messages are the same on every server: those of PostgreSQL and our migrations. On Supabase, an extension raises `21000`. */
const SAME_EVERYWHERE = /^(?!21000)[0-9A-Z]{5}$/

type Front = AsyncDisposable & { url: string }

/**
 * Starts a proxy in front of `backend` that replaces the messages of errors and reorders their keys, but keeps status and code. It stands in
 * for Supabase's services. WebSocket connections pass through unchanged.
 */
export async function reworded(backend: string): Promise<Front> {
  const target = new URL(backend)
  const sockets = new Set<Duplex>()
  const front = createServer((asked, answered) => {
    passOn(target, asked, answered).catch(() => answered.destroy())
  })
  front.on('upgrade', (asked, socket, head) => {
    const upstream = connect(Number(target.port), target.hostname)
    for (const each of [socket, upstream]) {
      sockets.add(each)
      each.on('error', () => {}).once('close', () => [socket, upstream].map((one) => one.destroy()))
    }
    const lines = asked.rawHeaders.flatMap((name, at, all) => (at % 2 === 0 ? [`${name}: ${all[at + 1] ?? ''}`] : []))
    upstream.write(`GET ${asked.url ?? '/'} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
    upstream.write(head)
    socket.pipe(upstream).pipe(socket)
  })
  await once(front.listen(0, '127.0.0.1'), 'listening')
  const { port } = front.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      front.closeAllConnections()
      front.close()
      await once(front, 'close')
    },
  }
}

async function passOn(target: URL, asked: IncomingMessage, answered: ServerResponse): Promise<void> {
  const { method, headers, url: path } = asked
  const sent = request({ host: target.hostname, port: target.port, method, headers, path })
  const response = once(sent, 'response')
  asked.pipe(sent)
  const [answer] = (await response) as [IncomingMessage]
  const status = answer.statusCode ?? 502
  const isRefusal = status >= 400 && /json/.test(answer.headers['content-type'] ?? '') && method !== 'HEAD'
  if (!isRefusal || answer.headers['content-encoding'] !== undefined) {
    answered.writeHead(status, answer.rawHeaders)
    answer.pipe(answered)
    return
  }
  const body = Buffer.from(inOtherWords(await buffer(answer)))
  answered.writeHead(status, { ...answer.headers, 'content-length': body.length }).end(body)
}

function inOtherWords(body: Buffer): string {
  const said: unknown = JSON.parse(body.toString('utf8'))
  if (typeof said !== 'object' || said === null) return body.toString('utf8')
  if (SAME_EVERYWHERE.test(String(Reflect.get(said, 'code')))) return body.toString('utf8')
  const changed = Object.entries(said).toReversed()
  return JSON.stringify(
    Object.fromEntries(changed.map(([name, value]) => [name, isSentence(name, value) ? 'No.' : value])),
  )
}

function isSentence(name: string, value: unknown): boolean {
  const isProse = typeof value === 'string' && value.includes(' ')
  return isProse && ['message', 'msg', 'details', 'hint', 'error', 'error_description'].includes(name)
}
