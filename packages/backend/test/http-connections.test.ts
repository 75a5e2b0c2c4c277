import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRealtimeSocket } from '../../../tests/support/realtime-socket.ts'
import { startBackend, type TestBackend } from '../../../tests/support/start-backend.ts'
import { FIXTURE } from './fixture.ts'

const PER_SOURCE = 24
let backend: TestBackend
beforeAll(async () => {
  backend = await startBackend({ ...FIXTURE, env: { LIMIT_CONNECTIONS_PER_SOURCE: String(PER_SOURCE) } })
})
afterAll(() => backend[Symbol.asyncDispose]())

/** Opens a TCP connection whose client never closes its side, even after the server has closed the server's side. */
function openConnection(bytes: string | Buffer): { socket: Socket; closed: Promise<string> } {
  const port = Number(new URL(backend.url).port)
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  let received = ''
  socket.setEncoding('latin1').on('data', (text: string) => {
    received += text
  })
  socket.on('error', () => {}) // an error is expected when the server closes or resets this connection
  const closed = new Promise<string>((resolve) => socket.once('close', () => resolve(received)))
  socket.write(bytes)
  return { socket, closed }
}

/**
 * Waits until the server has destroyed a connection, and returns the received bytes. After the server has closed its side, writes
 * to the connection: a failed write shows that the server has destroyed it.
 */
async function destroyed({ socket, closed }: ReturnType<typeof openConnection>): Promise<string> {
  const probe = setInterval(() => socket.readableEnded && socket.write('x'), 250)
  const received = await closed
  clearInterval(probe)
  return received
}

const HEAD = 'host: localhost\r\n'
const UPGRADE = `${HEAD}connection: Upgrade\r\nupgrade: websocket\r\n\r\n`

const incompleteRequests: Record<string, string | Buffer> = {
  'no byte at all': '',
  'half a request line': 'GET / HT',
  'half a header': `GET / HTTP/1.1\r\n${HEAD}x-half: `,
  'half a header after a whole request': `GET / HTTP/1.1\r\n${HEAD}\r\nGET / HTTP/1.1\r\nx-half: `,
  'a page with a body that does not come': `GET / HTTP/1.1\r\n${HEAD}content-length: 100\r\n\r\nhalf`,
  'no page, with a body that does not come': `POST /nowhere HTTP/1.1\r\n${HEAD}content-length: 100\r\n\r\nhalf`,
  'an upgrade of no socket': `GET /any HTTP/1.1\r\n${UPGRADE}`,
  'an upgrade without a key': `GET /realtime/v1/websocket HTTP/1.1\r\n${UPGRADE}`,
  'bytes of TLS': Buffer.from('16030100c8010000c40303', 'hex'),
  'bytes that are no HTTP': 'hello\r\n\r\n',
  'a whole request': `GET /health HTTP/1.1\r\n${HEAD}\r\n`,
  'a tunnel': `CONNECT localhost:80 HTTP/1.1\r\n${HEAD}\r\n`,
}

test('the server closes a connection whose request is incomplete or malformed, or that stays idle', async () => {
  const head = `POST /rest/v1/todos HTTP/1.1\r\n${HEAD}apikey: ${backend.publishableKey}\r\n`
  const halfBody = `${head}content-type: application/json\r\ncontent-length: 100\r\n\r\n{"a`
  const began = Object.entries({ ...incompleteRequests, 'half a body': halfBody }).map(([what, bytes]) => {
    return { what, connection: openConnection(bytes) }
  })
  const received: Record<string, string> = {}
  const all = began.map(async ({ what, connection }) => {
    received[what] = (await destroyed(connection)).slice(0, 12)
  })
  await Promise.race([Promise.all(all), pause(45_000)])
  expect(Object.keys(received).sort()).toEqual(began.map(({ what }) => what).sort())
  expect(received).toMatchObject({
    'half a header': 'HTTP/1.1 408',
    'half a body': 'HTTP/1.1 408',
    'bytes of TLS': 'HTTP/1.1 400',
  })
})

test('a client that resets its connection during a protocol upgrade does not crash the server', async () => {
  for (let round = 0; round < 200; round++) {
    const { socket, closed } = openConnection(`GET /any HTTP/1.1\r\n${UPGRADE}`)
    if (round % 2 === 0) await pause(1)
    else await new Promise((resolve) => socket.once('connect', resolve))
    socket.resetAndDestroy()
    await closed
  }
  expect((await fetch(`${backend.url}/health`)).status).toBe(200)
  expect(backend.log()).not.toContain('"event":"fault"') // the server would log a socket error without a listener as a fault
})

test('the server limits open connections per client IP address, not counting WebSockets', async () => {
  await using live = await openRealtimeSocket(backend)
  const head = `GET /health HTTP/1.1\r\n${HEAD}x-half: `
  const held = Array.from({ length: PER_SOURCE + 10 }, () => openConnection(head))
  const cut = () => held.filter(({ socket }) => socket.readableEnded || socket.destroyed).length
  await expect.poll(cut, { timeout: 5_000 }).toBeGreaterThanOrEqual(10)
  live.sendMessage('heartbeat', {}, { topic: 'phoenix', ref: 'h', join_ref: null })
  expect((await live.next(({ ref }) => ref === 'h')).payload).toMatchObject({ status: 'ok' })
  for (const { socket } of held) socket.destroy()
  await expect.poll(async () => (await fetch(`${backend.url}/health`)).status, { timeout: 5_000 }).toBe(200)
  expect(backend.log()).toContain('"event":"connections_refused"')
})
