import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { expect } from 'vitest'
import { runFuzzedSocket } from '../../../tests/odd-inputs/send-odd-frames.ts'
import { encodeFragmentedMessage } from '../../../tests/odd-inputs/wire-frames.ts'
import { createCommonBackendTest, testOnBackend } from '../../../tests/support/backend-test.ts'
import {
  expectHandshakeRejected,
  listChangedValues,
  openRealtimeSocket,
  type RawRealtimeSocket,
  REALTIME_TEST_TOPIC,
  waitForCondition,
} from '../../../tests/support/realtime-socket.ts'
import { FIXTURE } from './fixture.ts'
import { joinSeats, setSeats } from './seats.ts'

const test = createCommonBackendTest(FIXTURE)

test('a WebSocket handshake with an invalid version, API key or origin is rejected with an HTTP error that states the reason', async (backend) => {
  const refused = (options: Parameters<typeof expectHandshakeRejected>[1]) => expectHandshakeRejected(backend, options)
  expect(await refused({ vsn: '3.0.0' })).toEqual({
    status: 400,
    error: 'Serializer version (vsn) must be 1.0.0 or 2.0.0',
  })
  expect(await refused({ apikey: '' })).toEqual({ status: 401, error: 'API key is missing' })
  expect(await refused({ apikey: 'sb_publishable_wrong' })).toEqual({
    status: 401,
    error: 'The API key provided is not valid',
  })
  expect(await refused({ apikey: 'k'.repeat(5_000) })).toMatchObject({ status: 401 })
  expect(await refused({ headers: { origin: 'https://elsewhere.example' } })).toEqual({
    status: 403,
    error: 'Pages of this origin may not connect',
  })
  expect(await refused({ headers: { origin: 'null' } })).toMatchObject({ status: 403 })
  expect(await refused({ apikey: '&apikey=x' })).toMatchObject({ status: 401 })
})

test('an invalid WebSocket handshake gets 400 with a JSON error', async (backend) => {
  const headers = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '7',
    'sec-websocket-key': 'x',
  }
  const asked = request(`${backend.url}/realtime/v1/websocket?apikey=${backend.publishableKey}`, { headers }).end()
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  const body = Buffer.concat(await response.toArray()).toString()
  expect([response.statusCode, JSON.parse(body)]).toEqual([400, { error: 'The request is no WebSocket handshake' }])
})

test('a GET request that offers an upgrade to h2c instead of WebSocket gets the ordinary response', async (backend) => {
  const asked = request(`${backend.url}/health`, {
    headers: { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c' },
  }).end()
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  response.resume()
  expect(response.statusCode).toBe(200)
})

test('a WebSocket handshake with the site as origin is accepted on localhost and on 127.0.0.1', async (backend) => {
  const port = new URL(backend.url).port
  for (const origin of [`http://localhost:${port}`, `http://127.0.0.1:${port}`]) {
    await using socket = await openRealtimeSocket(backend, { headers: { origin } })
    expect((await joinSeats(socket)).payload).toMatchObject({ status: 'ok' })
  }
})

test('the Realtime endpoints reject a plain GET with 426, an HTTP broadcast with 403 and a WebSocket on another path with 404', async (backend) => {
  const answer = await fetch(`${backend.url}/realtime/v1/websocket?apikey=${backend.publishableKey}`)
  expect([answer.status, await answer.json()]).toEqual([426, { error: 'This address speaks WebSocket only' }])
  const broadcast = await fetch(`${backend.url}/realtime/v1/api/broadcast`, { method: 'POST', body: '{}' })
  expect([broadcast.status, await broadcast.json()]).toEqual([
    403,
    { error: 'Broadcast and presence are not available on this server' },
  ])
  expect((await fetch(`${backend.url}/realtime/v1/api/tenants`)).status).toBe(404)
  const elsewhere = { ...backend, url: `${backend.url}/elsewhere` }
  expect(await expectHandshakeRejected(elsewhere)).toMatchObject({ status: 404 })
})

test('a Realtime message that is not allowed, such as an invalid join, a broadcast or a sixth channel, gets an error reply', async (backend) => {
  const refusals: [topic: string, payload: object, reason: string][] = [
    ['realtime:', {}, 'TopicNameRequired: You must provide a topic name'],
    ['room', {}, 'unmatched topic'],
    [
      REALTIME_TEST_TOPIC,
      { config: 'all of it' },
      'InvalidJoinPayload: The join payload does not have the expected form',
    ],
    [
      REALTIME_TEST_TOPIC,
      { config: { private: true } },
      'Unauthorized: You do not have permissions to read from this Channel topic',
    ],
  ]
  await using socket = await openRealtimeSocket(backend)
  for (const [topic, payload, reason] of refusals) {
    socket.sendMessage('phx_join', payload, { topic, ref: 'no' })
    const { payload: answer } = await socket.next(({ ref }) => ref === 'no')
    expect(answer).toEqual({ status: 'error', response: { reason } })
  }
  await joinSeats(socket)
  const refused = {
    broadcast: 'BroadcastDisabled: Broadcast',
    presence: 'PresenceDisabled: Presence',
    odd: 'UnknownEvent: The channel',
  }
  for (const [event, reason] of Object.entries(refused)) {
    socket.sendMessage(event, {}, { ref: event })
    const { payload } = await socket.next(({ ref }) => ref === event)
    expect(payload).toMatchObject({ status: 'error', response: { reason: expect.stringContaining(reason) } })
  }
  for (let n = 2; n <= 6; n++)
    socket.sendMessage('phx_join', {}, { topic: `realtime:${n}`, ref: `n${n}`, join_ref: `n${n}` })
  const { payload } = await socket.next(({ ref }) => ref === 'n6')
  expect(payload).toEqual({ status: 'error', response: { reason: 'ChannelRateLimitReached: Too many channels' } })
})

test('a Realtime frame that is too long, binary or malformed closes the socket with code 1009, 1003 or 1007', async (backend) => {
  const closedAfter = async (data: string | Buffer, vsn = '2.0.0') => {
    await using socket = await openRealtimeSocket(backend, { vsn })
    socket.send(data)
    return await socket.closed
  }
  expect(await closedAfter('x'.repeat(16 * 1024 + 1))).toMatchObject({ code: 1009 })
  expect(await closedAfter(Buffer.from([9, 9, 9]))).toEqual({
    code: 1003,
    reason: 'Binary frames are not available on this server',
  })
  expect(await closedAfter(Buffer.alloc(64, 3), '1.0.0')).toMatchObject({ code: 1003 })
  const notAMessage = { code: 1007, reason: 'The frame is no message of this serializer version' }
  expect(await closedAfter('hello')).toEqual(notAMessage)
  expect(await closedAfter('{"topic":"phoenix","event":"heartbeat","payload":{},"ref":"1"}')).toEqual(notAMessage)
  expect(await closedAfter('[null,"1","phoenix","heartbeat",{}]', '1.0.0')).toEqual(notAMessage)
})

test('a Realtime message split into hundreds of fragments closes the socket with code 1008', async (backend) => {
  const text = JSON.stringify([null, '1', 'phoenix', 'heartbeat', { x: 'x'.repeat(500) }])
  const inPieces = (pieces: number) => {
    const frames = [{ bytes: encodeFragmentedMessage(text, pieces) }]
    return runFuzzedSocket(backend, { version: '2.0.0', isOperator: false, frames, ending: 'reset' })
  }
  expect((await inPieces(50)).end).toBe('answered')
  expect((await inPieces(500)).end).toBe('1008')
})

test('a Realtime socket that sends too many messages is closed with 1008, while other sockets still receive changes', async (backend) => {
  await using busy = await openRealtimeSocket(backend)
  await using calm = await openRealtimeSocket(backend)
  await joinSeats(calm)
  for (let n = 0; n < 200; n++) busy.sendMessage('heartbeat', {}, { topic: 'phoenix', ref: String(n) })
  expect(await busy.closed).toEqual({ code: 1008, reason: 'Too many messages per second' })
  await setSeats(backend, 3)
  await waitForCondition(() => listChangedValues(calm.frames).includes('3'), 'a change')
  expect(listChangedValues(calm.frames)).toEqual(['3'])
})

testOnBackend(
  'Realtime sockets are limited per client IP address and in total, and reaching the total limit is logged',
  { ...FIXTURE, env: { LIMIT_SOCKETS_PER_SOURCE: '3', LIMIT_SOCKETS: '8', TRUSTED_PROXIES: '127.0.0.1,::1' } },
  async (backend) => {
    const sockets: RawRealtimeSocket[] = []
    for (let n = 0; n < 3; n++) sockets.push(await openRealtimeSocket(backend))
    expect(await expectHandshakeRejected(backend)).toEqual({ status: 429, error: 'Too many connected users' })
    // When one client IP address reaches its own limit, the server must not log that the limit of all clients together is reached.
    expect(backend.log()).not.toContain('"event":"global_limit_reached"')
    const forwarded = { 'x-forwarded-for': '192.0.2.7' }
    // Each from a network of its own: one network gets at most half of what is left.
    for (const address of ['198.51.100.7', '203.0.113.7', '198.18.0.7', '198.19.0.7'])
      sockets.push(await openRealtimeSocket(backend, { headers: { 'x-forwarded-for': address } }))
    sockets.push(await openRealtimeSocket(backend, { headers: forwarded }))
    expect(await expectHandshakeRejected(backend, { headers: { 'x-forwarded-for': '192.0.2.8' } })).toMatchObject({
      status: 429,
    })
    await waitForCondition(
      () => backend.log().includes('"event":"global_limit_reached","limit":"sockets"'),
      'the alarm in the log',
    )
    await sockets.pop()?.[Symbol.asyncDispose]()
    await waitForCondition(
      () =>
        openRealtimeSocket(backend, { headers: forwarded }).then(
          (socket) => sockets.push(socket) > 0,
          () => false,
        ),
      'room again',
    )
    for (const socket of sockets) await socket[Symbol.asyncDispose]()
  },
)
