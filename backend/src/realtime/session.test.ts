import { setImmediate as soon } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { inState, openSession, START, settings, TOPIC } from './fake-session.ts'
import { REALTIME_LIMITS } from './limits.ts'

test('five channels and no sixth; one that is left makes room', async () => {
  const { say, last } = openSession()
  for (let n = 1; n <= REALTIME_LIMITS.channelsPerSocket + 1; n++)
    say('phx_join', {}, `j${n}`, `j${n}`, `realtime:${n}`)
  expect(last()).toMatchObject({
    ref: 'j6',
    payload: { response: { reason: 'ChannelRateLimitReached: Too many channels' } },
  })
  await soon()
  say('phx_leave', {}, 'l', 'j1', 'realtime:1')
  say('phx_join', {}, 'j7', 'j7', 'realtime:7')
  await soon()
  expect(last()).toMatchObject({ ref: 'j7', payload: { status: 'ok' } })
})

test('a heartbeat is answered', () => {
  const { say, last } = openSession()
  say('heartbeat', {}, '9', null, 'phoenix')
  expect(last()).toEqual({
    join_ref: null,
    ref: '9',
    topic: 'phoenix',
    event: 'phx_reply',
    payload: { status: 'ok', response: {} },
  })
})

test('a socket without a sign of life is closed, one with heartbeats stays', () => {
  vi.useFakeTimers({ now: START })
  const { socket, session, say } = openSession()
  session.sweep(START + REALTIME_LIMITS.idleMs)
  expect(socket.closed).toBeNull()
  vi.setSystemTime(START + REALTIME_LIMITS.idleMs)
  say('heartbeat', {}, '9', null, 'phoenix')
  session.sweep(START + REALTIME_LIMITS.idleMs * 2)
  expect(socket.closed).toBeNull()
  session.sweep(START + REALTIME_LIMITS.idleMs * 2 + 1)
  expect(socket.closed).toEqual([1001, 'No heartbeat'])
  vi.useRealTimers()
})

test('a socket is closed when it is too old, and when its key has expired', () => {
  vi.useFakeTimers({ now: START + REALTIME_LIMITS.maximumAgeMs })
  const old = openSession()
  old.say('heartbeat', {}, '9', null, 'phoenix')
  old.session.sweep(START + REALTIME_LIMITS.maximumAgeMs + 1)
  expect(old.socket.closed).toEqual([1001, 'The connection reached its maximum age'])
  const expired = openSession({ expiresAt: START + 5_000 })
  expired.session.sweep(START + 4_999)
  expect(expired.socket.closed).toBeNull()
  expired.session.sweep(START + 5_000)
  expect(expired.socket.closed).toEqual([1008, 'The API key has expired'])
  vi.useRealTimers()
})

test('who sends too much is closed and not listened to any more', () => {
  const { socket, say } = openSession()
  for (let n = 0; n < REALTIME_LIMITS.messageBurst + 20; n++) say('heartbeat', {}, String(n), null, 'phoenix')
  expect(socket.closed).toEqual([1008, 'Too many messages per second'])
  expect(socket.sent.length).toBeLessThanOrEqual(REALTIME_LIMITS.messageBurst + 1)
})

test('joins are dearer than other messages: who keeps joining is closed', () => {
  const { socket, say } = openSession()
  for (let n = 0; n < REALTIME_LIMITS.joinBurst; n++) say('phx_join', {}, `${n}`, `${n}`)
  expect(socket.closed).toBeNull()
  say('access_token', { access_token: 'somebody' })
  expect(socket.closed).toEqual([1008, 'Too many messages per second'])
})

test('who does not read is cut before memory fills up', async () => {
  const { socket, subscribers, listeners } = await inState('joined')
  socket.bufferedAmount = REALTIME_LIMITS.bufferedBytes + 1
  for (const { members } of subscribers.all()) for (const member of members) member.send(Buffer.from('[]'))
  expect(socket.isCut).toBe(true)
  expect(listeners()).toBe(0)
})

test('a binary broadcast is answered, any other binary frame closes the socket', async () => {
  const { socket, last } = await inState('joined')
  const push = Buffer.concat([Buffer.from([3, 1, 1, TOPIC.length, 1, 0, 1]), Buffer.from(`jr${TOPIC}e{}`)])
  socket.emit('message', push, true)
  expect(last()).toMatchObject({
    ref: 'r',
    payload: { response: { reason: 'BroadcastDisabled: Broadcast is not available on this server' } },
  })
  socket.emit('message', Buffer.from([1, 2, 3]), true)
  expect(socket.closed).toEqual([1003, 'Binary frames are not available on this server'])
})

test('a frame that is no message closes the socket', () => {
  const { socket } = openSession()
  socket.emit('message', Buffer.from('{"topic":"phoenix"}'), false)
  expect(socket.closed).toEqual([1007, 'The frame is no message of this serializer version'])
})

test('an answer that comes after the socket is gone gives everything back', async () => {
  const { socket, answers, listeners, stopWatching } = await inState('joining')
  socket.emit('close')
  answers.shift()?.resolve(settings)
  await soon()
  expect(listeners()).toBe(0)
  expect(stopWatching).toHaveBeenCalledOnce()
})

test('pongs that nobody asked for count as messages', () => {
  const { socket } = openSession()
  for (let n = 0; n < REALTIME_LIMITS.messageBurst + 20; n++) socket.emit('pong', Buffer.alloc(0))
  expect(socket.closed).toEqual([1008, 'Too many messages per second'])
})

test('a client that does not answer the closing handshake is cut after a moment', () => {
  vi.useFakeTimers({ now: START })
  const closing = openSession()
  closing.session.close({ code: 1001, reason: 'No heartbeat' })
  const broken = openSession()
  broken.socket.emit('error', new Error('A broken frame'))
  vi.advanceTimersByTime(REALTIME_LIMITS.closingMs - 1)
  expect([closing.socket.isCut, broken.socket.isCut]).toEqual([false, false])
  vi.advanceTimersByTime(1)
  expect([closing.socket.isCut, broken.socket.isCut]).toEqual([true, true])
  vi.useRealTimers()
})

test('an answer that cannot be written is a fault that is told, and the process goes on', async () => {
  const { socket, answers, join, onFault } = openSession()
  join()
  await soon()
  vi.spyOn(socket, 'send').mockImplementation(() => {
    throw new RangeError('Maximum call stack size exceeded')
  })
  answers.shift()?.resolve(settings)
  await soon()
  expect(onFault).toHaveBeenCalledExactlyOnceWith(expect.any(RangeError))
})
