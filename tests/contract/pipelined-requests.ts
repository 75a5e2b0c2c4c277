import { once } from 'node:events'
import { connect } from 'node:net'

/** One pipelined POST request. */
export type PipelinedRequest = { path: string; headers: Record<string, string>; body: string }

/** The response to one pipelined request. */
export type PipelinedResponse = { status: number; text: string }

/**
 * Sends requests with one write over one connection (RFC 9112, section 9.3.2: pipelining), so that the server
 * receives all of them before it responds to the first. `fetch` would open several connections, and a fast server
 * could finish one request before the next arrives.
 */
export async function sendPipelinedRequests(
  url: string,
  requests: readonly PipelinedRequest[],
): Promise<PipelinedResponse[]> {
  const { hostname, port, host } = new URL(url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  socket.write(requests.map((request) => written(request, host)).join(''))
  let received = Buffer.alloc(0)
  const replies: PipelinedResponse[] = []
  for await (const chunk of socket) {
    received = Buffer.concat([received, chunk])
    for (let next = firstReply(received); next !== null; next = firstReply(received)) {
      replies.push(next.reply)
      received = received.subarray(next.length)
    }
    if (replies.length === requests.length) break
  }
  return replies
}

function written({ path, headers, body }: PipelinedRequest, host: string): string {
  const lines = Object.entries({ host, ...headers, 'content-length': String(Buffer.byteLength(body)) })
  return `POST ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`
}

/** Returns the first response in the buffer and its length in bytes, or null while it is incomplete. */
function firstReply(bytes: Buffer): { reply: PipelinedResponse; length: number } | null {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return null
  const head = bytes.toString('latin1', 0, end)
  const length = end + 4 + Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0)
  if (bytes.length < length) return null
  return { reply: { status: Number(head.split(' ', 2)[1]), text: bytes.toString('utf8', end + 4, length) }, length }
}
