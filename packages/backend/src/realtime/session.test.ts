import { setImmediate as soon } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import {
  openFakeSession,
  openFakeSessionInState,
  TEST_CHANNEL_TOPIC,
  TEST_SESSION_START_MS,
  TEST_TABLE_ACCESS,
} from '../../test/fake-session.ts'
import { REALTIME_LIMITS } from './limits.ts'

test('a Realtime socket can join five channels, and a sixth only after leaving one of them', async () => {
  const { sendEvent, last } = openFakeSession()
  for (let n = 1; n <= REALTIME_LIMITS.channelsPerSocket + 1; n++)
    sendEvent('phx_join', {}, `j${n}`, `j${n}`, `realtime:${n}`)
  expect(last()).toMatchObject({
    ref: 'j6',
    payload: { response: { reason: 'ChannelRateLimitReached: Too many channels' } },
  })
  await soon()
  sendEvent('phx_leave', {}, 'l', 'j1', 'realtime:1')
  sendEvent('phx_join', {}, 'j7', 'j7', 'realtime:7')
  await soon()
  expect(last()).toMatchObject({ ref: 'j7', payload: { status: 'ok' } })
})

test('a Realtime socket that sends pings at the allowed rate and reads no pong is terminated at the buffer limit', () => {
  vi.useFakeTimers({ now: TEST_SESSION_START_MS })
  onTestFinished(() => void vi.useRealTimers())
  const { socket } = openFakeSession()
  const pongBytes = 127
  let pings = 0
  while (!socket.isTerminated && pings < 10_000) {
    vi.advanceTimersByTime(1_000 / REALTIME_LIMITS.messagesPerSecond)
    socket.bufferedAmount += pongBytes // as the ws library does for an unread pong
    socket.emit('ping')
    pings++
  }
  expect(socket.closed).toBeNull() // the rate limit does not stop this client
  expect(socket.bufferedAmount).toBeLessThan(REALTIME_LIMITS.bufferedBytes + 2 * pongBytes)
})

test('a Realtime socket is closed after a minute without a frame, and a heartbeat restarts that timeout', () => {
  expect(REALTIME_LIMITS.idleMs).toBe(60_000)
  vi.useFakeTimers({ now: TEST_SESSION_START_MS })
  const { socket, session, sendEvent } = openFakeSession()
  session.sweep(TEST_SESSION_START_MS + REALTIME_LIMITS.idleMs)
  expect(socket.closed).toBeNull()
  vi.setSystemTime(TEST_SESSION_START_MS + REALTIME_LIMITS.idleMs)
  sendEvent('heartbeat', {}, '9', null, 'phoenix')
  session.sweep(TEST_SESSION_START_MS + REALTIME_LIMITS.idleMs * 2)
  expect(socket.closed).toBeNull()
  session.sweep(TEST_SESSION_START_MS + REALTIME_LIMITS.idleMs * 2 + 1)
  expect(socket.closed).toEqual([1001, 'No heartbeat'])
})

test('a Realtime socket is closed at its maximum age and when its API key expires', () => {
  vi.useFakeTimers({ now: TEST_SESSION_START_MS + REALTIME_LIMITS.maximumAgeMs })
  const old = openFakeSession()
  old.sendEvent('heartbeat', {}, '9', null, 'phoenix')
  old.session.sweep(TEST_SESSION_START_MS + REALTIME_LIMITS.maximumAgeMs + 1)
  expect(old.socket.closed).toEqual([1001, 'The connection reached its maximum age'])
  const expired = openFakeSession({ expiresAt: TEST_SESSION_START_MS + 5_000 })
  expired.session.sweep(TEST_SESSION_START_MS + 4_999)
  expect(expired.socket.closed).toBeNull()
  expired.session.sweep(TEST_SESSION_START_MS + 5_000)
  expect(expired.socket.closed).toEqual([1008, 'The API key has expired'])
})

test('a Realtime socket that exceeds the lower rate limit for joins and access tokens is closed', () => {
  const { socket, sendEvent } = openFakeSession()
  for (let n = 0; n < REALTIME_LIMITS.joinBurst; n++) sendEvent('phx_join', {}, `${n}`, `${n}`)
  expect(socket.closed).toBeNull()
  sendEvent('access_token', { access_token: 'somebody' })
  expect(socket.closed).toEqual([1008, 'Too many messages per second'])
})

test('a Realtime connection is terminated when its client reads so slowly that too many bytes are buffered', async () => {
  const { socket, subscribers, listeners } = await openFakeSessionInState('joined')
  socket.bufferedAmount = REALTIME_LIMITS.bufferedBytes + 1
  for (const { members } of subscribers.all()) for (const member of members) member.send(Buffer.from('[]'))
  expect(socket.isTerminated).toBe(true)
  expect(listeners()).toBe(0)
})

test('a binary broadcast gets an error reply, and any other binary frame closes the Realtime socket', async () => {
  const { socket, last } = await openFakeSessionInState('joined')
  const push = Buffer.concat([
    Buffer.from([3, 1, 1, TEST_CHANNEL_TOPIC.length, 1, 0, 1]),
    Buffer.from(`jr${TEST_CHANNEL_TOPIC}e{}`),
  ])
  socket.emit('message', push, true)
  expect(last()).toMatchObject({
    ref: 'r',
    payload: { response: { reason: 'BroadcastDisabled: Broadcast is not available on this server' } },
  })
  socket.emit('message', Buffer.from([1, 2, 3]), true)
  expect(socket.closed).toEqual([1003, 'Binary frames are not available on this server'])
})

test('a Realtime join admitted after its socket closed adds no subscription and stops watching its row', async () => {
  const { socket, answers, listeners, stopWatching } = await openFakeSessionInState('joining')
  socket.emit('close')
  answers.shift()?.resolve(TEST_TABLE_ACCESS)
  await soon()
  expect(listeners()).toBe(0)
  expect(stopWatching).toHaveBeenCalledOnce()
})

test('unsolicited WebSocket pongs count towards the message rate limit of a Realtime socket', () => {
  const { socket } = openFakeSession()
  for (let n = 0; n < REALTIME_LIMITS.messageBurst + 20; n++) socket.emit('pong', Buffer.alloc(0))
  expect(socket.closed).toEqual([1008, 'Too many messages per second'])
})

test('a Realtime connection is terminated when its client does not complete the closing handshake in time', () => {
  vi.useFakeTimers({ now: TEST_SESSION_START_MS })
  const closing = openFakeSession()
  closing.session.close({ code: 1001, reason: 'No heartbeat' })
  const broken = openFakeSession()
  broken.socket.emit('error', new Error('A broken frame'))
  vi.advanceTimersByTime(REALTIME_LIMITS.closingMs - 1)
  expect([closing.socket.isTerminated, broken.socket.isTerminated]).toEqual([false, false])
  vi.advanceTimersByTime(1)
  expect([closing.socket.isTerminated, broken.socket.isTerminated]).toEqual([true, true])
})

test('an error while sending a Realtime reply is reported once and does not end the process', async () => {
  const { socket, answers, join, onFault } = openFakeSession()
  join()
  await soon()
  vi.spyOn(socket, 'send').mockImplementation(() => {
    throw new RangeError('Maximum call stack size exceeded')
  })
  answers.shift()?.resolve(TEST_TABLE_ACCESS)
  await soon()
  expect(onFault).toHaveBeenCalledExactlyOnceWith(expect.any(RangeError))
})
