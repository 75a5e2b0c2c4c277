import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { connect as connectHttp2, type IncomingHttpHeaders } from 'node:http2'
import { type RequestOptions, request } from 'node:https'
import { buffer } from 'node:stream/consumers'

/** What was answered. */
export type Answer = { status: number; headers: NodeJS.Dict<string | string[]>; body: Buffer }

type Call = { method?: string; headers?: Record<string, string>; body?: string; from?: string }

/**
 * Asks a proxy on this machine over TLS, on a connection of its own. `from` is the loopback address that the visitor comes
 * from: the proxies themselves are trusted as 127.0.0.1, so a visitor who is to be counted needs another one.
 */
export async function visit(address: string, { body, from = '127.0.0.1', ...call }: Call = {}): Promise<Answer> {
  const options: RequestOptions = { ...call, localAddress: from, family: 4, agent: false }
  const sent = request(address, options)
  sent.end(body)
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: await buffer(answer) }
}

/** Asks for a page over HTTP/2. Throws when the server does not speak it. */
export async function visitOverHttp2(origin: string, path: string): Promise<{ status: number; body: string }> {
  const session = connectHttp2(origin)
  try {
    const stream = session.request({ ':path': path })
    const [headers] = (await once(stream, 'response')) as [IncomingHttpHeaders & { ':status'?: number }]
    return { status: headers[':status'] ?? 0, body: (await buffer(stream)).toString('utf8') }
  } finally {
    session.close()
  }
}
