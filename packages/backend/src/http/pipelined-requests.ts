import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** The maximum number of requests on one connection whose responses were not sent yet. Browsers and proxies send one at a time. */
export const UNANSWERED_MAX = 16

/** For each connection, the number of its requests that wait for the response to an earlier one. */
const waiting = new WeakMap<Socket, number>()

/**
 * Calls `handle` for a request when the responses to all earlier requests on its connection were sent (HTTP pipelining, RFC 9112, section
 * 9.3.2). So a client that sends requests and reads nothing has one response in memory and one request at work. Destroys a connection with
 * more than `UNANSWERED_MAX` unanswered requests; those that wait are then never handled.
 */
export function inTurn(request: IncomingMessage, response: ServerResponse, handle: () => void): void {
  if (response.socket !== null) return handle()
  const { socket } = request
  const before = waiting.get(socket) ?? 0
  // The parser reports every request of the chunk that it has read, also after the connection was destroyed.
  if (socket.destroyed || before + 2 > UNANSWERED_MAX) return void socket.destroy()
  waiting.set(socket, before + 1)
  // Node.js gives a response its socket when the earlier responses on the connection were handed to the kernel.
  response.once('socket', () => {
    waiting.set(socket, (waiting.get(socket) ?? 1) - 1)
    handle()
  })
}
