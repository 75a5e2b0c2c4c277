import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, expect, test } from 'vitest'
import { inTurn, UNANSWERED_MAX } from './pipelined-requests.ts'

const GET = 'GET / HTTP/1.1\r\nhost: localhost\r\n\r\n'
const toClose: (() => void)[] = []
afterEach(() => toClose.splice(0).forEach((close) => close()))

async function listen(handle: RequestListener): Promise<Server> {
  const server = createServer(handle).listen(0, '127.0.0.1')
  toClose.push(() => server.close().closeAllConnections())
  await once(server, 'listening')
  return server
}

/** Opens connections that send all of `bytes` and read nothing. */
function sendWithoutReading(server: Server, connections: number, bytes: string): Socket[] {
  const { port } = server.address() as AddressInfo
  return Array.from({ length: connections }, () => {
    const client = connect(port, '127.0.0.1').pause()
    client.on('error', () => {}) // the server may reset the connection
    client.write(bytes)
    toClose.push(() => client.destroy())
    return client
  })
}

/** Returns how many of the objects the memory still holds after a garbage collection. */
async function countLive(objects: readonly WeakRef<object>[]): Promise<number> {
  await pause(0) // a reference is kept until the end of the task that created it
  setFlagsFromString('--expose-gc')
  runInNewContext('gc()')
  return objects.filter((each) => each.deref() !== undefined).length
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

test('connections that send a thousand requests and read nothing fill the memory of a plain server; with the guard each has one request handled and is closed', async () => {
  const plain: WeakRef<object>[] = []
  // The responses are still to come, as while a database request runs.
  const keepPlain = (_request: IncomingMessage, response: ServerResponse) => void plain.push(new WeakRef(response))
  sendWithoutReading(await listen(keepPlain), 20, GET.repeat(1_000))
  await expect.poll(() => plain.length).toBe(20_000)
  expect(await countLive(plain)).toBe(20_000)
  toClose.splice(0).forEach((close) => close())

  let [handled, closed] = [0, 0]
  const parsed: WeakRef<object>[] = []
  const server = await listen((request, response) => {
    parsed.push(new WeakRef(response))
    inTurn(request, response, () => void handled++)
  })
  server.on('connection', (socket) => socket.once('close', () => closed++))
  sendWithoutReading(server, 20, GET.repeat(1_000))
  await expect.poll(() => closed).toBe(20)
  expect(handled).toBe(20)
  expect(await countLive(parsed)).toBeLessThan(20 * UNANSWERED_MAX)
})

test('pipelined downloads that are not read open several streams for each connection on a plain server, and one with the guard', async () => {
  let open = 0
  const download = (_request: IncomingMessage, response: ServerResponse) => {
    open++
    const body = new Readable({ read: () => void body.push(Buffer.alloc(65_536)) })
    body.pipe(response)
    response.once('close', () => {
      open--
      body.destroy()
    })
  }
  sendWithoutReading(await listen(download), 10, GET.repeat(UNANSWERED_MAX))
  await expect.poll(() => open).toBeGreaterThan(20)
  toClose.splice(0).forEach((close) => close())
  await expect.poll(() => open).toBe(0)

  sendWithoutReading(await listen(guarded(download)), 10, GET.repeat(UNANSWERED_MAX))
  await expect.poll(() => open).toBe(10)
  await pause(100)
  expect(open).toBe(10)
})
