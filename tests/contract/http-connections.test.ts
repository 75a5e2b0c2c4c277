import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Backend, startBackend } from '../support/start-backend.ts'
import { openSocket } from './realtime-socket.ts'

// What is decided about connections before any database is asked needs no second engine.
const PER_SOURCE = 24
let backend: Backend
beforeAll(async () => {
  backend = await startBackend({ env: { LIMIT_CONNECTIONS_PER_SOURCE: String(PER_SOURCE) } })
})
afterAll(() => backend[Symbol.asyncDispose]())

/** A connection whose client never closes its side, not even when the server has closed its own. */
function openConnection(bytes: string | Buffer): { socket: Socket; closed: Promise<string> } {
  const port = Number(new URL(backend.url).port)
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  let heard = ''
  socket.setEncoding('latin1').on('data', (text: string) => {
    heard += text
  })
  socket.on('error', () => {}) // cut or reset: that is the point
  const closed = new Promise<string>((resolve) => socket.once('close', () => resolve(heard)))
  socket.write(bytes)
  return { socket, closed }
}

/** Waits until the server has let go of a connection: to write to it then fails. */
async function letGo({ socket, closed }: ReturnType<typeof openConnection>): Promise<string> {
  const probe = setInterval(() => socket.readableEnded && socket.write('x'), 250)
  const heard = await closed
  clearInterval(probe)
  return heard
}

const HEAD = 'host: localhost\r\n'
const UPGRADE = `${HEAD}connection: Upgrade\r\nupgrade: websocket\r\n\r\n`

const holding: Record<string, string | Buffer> = {
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

test('whatever a client begins and does not end, its connection is let go', async () => {
  const head = `POST /rest/v1/early_access_users HTTP/1.1\r\n${HEAD}apikey: ${backend.publishableKey}\r\n`
  const halfBody = `${head}content-type: application/json\r\ncontent-length: 100\r\n\r\n{"a`
  const began = Object.entries({ ...holding, 'half a body': halfBody }).map(([what, bytes]) => {
    return { what, connection: openConnection(bytes) }
  })
  const heard: Record<string, string> = {}
  const all = began.map(async ({ what, connection }) => {
    heard[what] = (await letGo(connection)).slice(0, 12)
  })
  await Promise.race([Promise.all(all), pause(45_000)])
  expect(Object.keys(heard).sort()).toEqual(began.map(({ what }) => what).sort())
  expect(heard).toMatchObject({
    'half a header': 'HTTP/1.1 408',
    'half a body': 'HTTP/1.1 408',
    'bytes of TLS': 'HTTP/1.1 400',
  })
})

test('resets at any moment of an upgrade or a request do not end the process', async () => {
  for (let round = 0; round < 200; round++) {
    const { socket, closed } = openConnection(`GET /any HTTP/1.1\r\n${UPGRADE}`)
    if (round % 2 === 0) await pause(1)
    else await new Promise((resolve) => socket.once('connect', resolve))
    socket.resetAndDestroy()
    await closed
  }
  expect((await fetch(`${backend.url}/health`)).status).toBe(200)
  expect(backend.log()).not.toContain('"event":"fault"') // as an error that nothing listened to would be
})

test('one source has its number of connections; live sockets are not among them', async () => {
  await using live = await openSocket(backend)
  const head = `GET /health HTTP/1.1\r\n${HEAD}x-half: `
  const held = Array.from({ length: PER_SOURCE + 10 }, () => openConnection(head))
  const cut = () => held.filter(({ socket }) => socket.readableEnded || socket.destroyed).length
  await expect.poll(cut, { timeout: 5_000 }).toBeGreaterThanOrEqual(10)
  live.say('heartbeat', {}, { topic: 'phoenix', ref: 'h', join_ref: null })
  expect((await live.next(({ ref }) => ref === 'h')).payload).toMatchObject({ status: 'ok' })
  for (const { socket } of held) socket.destroy()
  await expect.poll(async () => (await fetch(`${backend.url}/health`)).status, { timeout: 5_000 }).toBe(200)
  expect(backend.log()).toContain('"event":"connections_refused"')
})
