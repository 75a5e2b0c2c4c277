import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { connect as connectHttp2, type IncomingHttpHeaders } from 'node:http2'
import { type RequestOptions, request } from 'node:https'
import { buffer } from 'node:stream/consumers'

/** An HTTPS response with its body. */
export type HttpResponse = { status: number; headers: NodeJS.Dict<string | string[]>; body: Buffer }

type Call = { method?: string; headers?: Record<string, string>; body?: string; from?: string }

/**
 * Sends an HTTPS request to a local reverse proxy on a new connection. `from` is the client's loopback address. The server trusts
 * the default, 127.0.0.1, as a proxy, so a client that must be rate-limited needs another address.
 */
export async function requestOverTls(
  address: string,
  { body, from = '127.0.0.1', ...call }: Call = {},
): Promise<HttpResponse> {
  const options: RequestOptions = { ...call, localAddress: from, family: 4, agent: false }
  const sent = request(address, options)
  sent.end(body)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  return { status: response.statusCode ?? 0, headers: response.headers, body: await buffer(response) }
}

/** Requests a page over HTTP/2. Throws when the server does not support HTTP/2. */
export async function requestOverHttp2(origin: string, path: string): Promise<{ status: number; body: string }> {
  const session = connectHttp2(origin)
  try {
    const stream = session.request({ ':path': path })
    const [headers] = (await once(stream, 'response')) as [IncomingHttpHeaders & { ':status'?: number }]
    return { status: headers[':status'] ?? 0, body: (await buffer(stream)).toString('utf8') }
  } finally {
    session.close()
  }
}
