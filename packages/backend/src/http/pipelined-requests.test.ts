import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { inTurn, UNANSWERED_MAX } from './pipelined-requests.ts'

const toClose: (() => void)[] = []
afterEach(() => toClose.splice(0).forEach((close) => close()))

async function listen(handle: RequestListener): Promise<Server> {
  const server = createServer(handle).listen(0, '127.0.0.1')
  toClose.push(() => server.close().closeAllConnections())
  await once(server, 'listening')
  return server
}

/** Wraps a handler as listener.ts does. */
function guarded(handle: (request: IncomingMessage, response: ServerResponse) => void): RequestListener {
  return (request, response) => inTurn(request, response, () => handle(request, response))
}

test('pipelined requests, with bodies, are answered in order and one at a time', async () => {
  let underway = 0
  const server = await listen(
    guarded((request, response) => {
      expect(++underway).toBe(1)
      const answer = async (text: string) => {
        await pause(1)
        underway--
        response.end(text)
      }
      request.setEncoding('utf8').on('data', (text: string) => void answer(text))
    }),
  )
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  toClose.push(() => client.destroy())
  const sent = Array.from({ length: UNANSWERED_MAX }, (_, place) => String.fromCharCode(97 + place))
  client.write(sent.map((body) => `POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1\r\n\r\n${body}`).join(''))
  let received = ''
  client.setEncoding('utf8').on('data', (text: string) => {
    received += text
  })
  const bodies = () => Array.from(received.matchAll(/\r\n\r\n(?:1\r\n)?(\w)/g), ([, body]) => body)
  await expect.poll(bodies).toEqual(sent)
})
