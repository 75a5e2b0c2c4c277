import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** One request, by default with the method POST. `onAnswered` is called when its response has arrived. */
export type SimultaneousRequest = {
  method?: string
  path: string
  headers: Record<string, string>
  body: string
  onAnswered?: (() => void) | undefined
}

/** The response to one request. */
export type SimultaneousResponse = { status: number; text: string }

/**
 * Sends requests at the same moment, each over a connection that was opened before. With `fetch`, a fast server could finish one request
 * before the next arrives.
 */
export async function sendSimultaneously(
  url: string,
  requests: readonly SimultaneousRequest[],
): Promise<SimultaneousResponse[]> {
  const { hostname, port, host } = new URL(url)
  const sockets = await Promise.all(
    requests.map(async () => {
      const socket = connect(Number(port), hostname)
      await once(socket, 'connect')
      return socket
    }),
  )
  for (const [place, request] of requests.entries()) sockets[place]?.write(written(request, host))
  return Promise.all(
    sockets.map(async (socket, place) => {
      const response = await readResponse(socket)
      requests[place]?.onAnswered?.()
      return response
    }),
  )
}

async function readResponse(socket: Socket): Promise<SimultaneousResponse> {
  let received = ''
  for await (const chunk of socket.setEncoding('utf8')) {
    received += chunk
  }
  const [head = '', text = ''] = received.split('\r\n\r\n', 2)
  return { status: Number(head.split(' ', 2)[1]), text }
}

function written({ method = 'POST', path, headers, body }: SimultaneousRequest, host: string): string {
  const lines = Object.entries({
    host,
    ...headers,
    connection: 'close',
    'content-length': String(Buffer.byteLength(body)),
  })
  return `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`
}
