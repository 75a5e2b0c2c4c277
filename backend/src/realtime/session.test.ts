import { EventEmitter } from 'node:events'
import { setImmediate as soon } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { DatabaseUnavailable } from '../database/errors.ts'
import { httpErrors } from '../http/http-errors.ts'
import type { Keys } from '../http/keys.ts'
import type { Hub } from './admit-channel.ts'
import {
  CHANNEL_EVENTS,
  CHANNEL_STATES,
  CHANNEL_TABLE,
  type ChannelEvent,
  type ChannelState,
} from './channel-states.ts'
import { REALTIME_LIMITS } from './limits.ts'
import type { Message } from './protocol.ts'
import { Session } from './session.ts'
import { Subscribers } from './subscribers.ts'
import type { TableAccess } from './table-access-store.ts'

const TOPIC = 'realtime:spots'
const SPOTS = { event: '*', schema: 'public', table: 'app_settings', filter: 'key=eq.early_access_spots' }
const START = Date.now()

const settings: TableAccess = {
  columns: [
    { name: 'key', type: 'text' },
    { name: 'value', type: 'text' },
  ],
  primaryKey: ['key'],
  isRowSecured: true,
  readsClaims: false,
}

class FakeSocket extends EventEmitter {
  readyState: number = WebSocket.OPEN
  bufferedAmount = 0
  closed: [code: number, reason: string] | null = null
  isCut = false
  sent: Message<Record<string, unknown>>[] = []
  send(frame: Buffer) {
    const [join_ref, ref, topic, event, payload] = JSON.parse(frame.toString())
    this.sent.push({ join_ref, ref, topic, event, payload })
  }
  close(code: number, reason: string) {
    this.closed ??= [code, reason]
    this.readyState = WebSocket.CLOSING
  }
  terminate() {
    this.isCut = true
    this.readyState = WebSocket.CLOSED
  }
}

/** A session whose database answers when the test lets it. */
function openSession({ expiresAt = null as number | null } = {}) {
  const socket = new FakeSocket()
  const subscribers = new Subscribers()
  const answers = [] as PromiseWithResolvers<TableAccess | null>[]
  const stopWatching = vi.fn()
  const onFault = vi.fn()
  const hub: Hub = {
    access: {
      of() {
        const answer = Promise.withResolvers<TableAccess | null>()
        answers.push(answer)
        return answer.promise
      },
    },
    watched: { watch: async () => stopWatching },
    subscribers,
    whenQuiet: (act) => act(),
  }
  const keys: Pick<Keys, 'verifyToken'> = {
    async verifyToken(token) {
      if (token === 'expired') throw httpErrors.expiredToken()
      if (token.startsWith('bad')) throw httpErrors.invalidToken()
      return { role: 'authenticated', sub: token, exp: Math.ceil(START / 1_000) + 30 }
    },
  }
  const identity = { caller: { role: 'anon' as const, claims: { role: 'anon' }, source: '' }, expiresAt }
  const session = new Session(
    socket as unknown as WebSocket,
    { version: '2.0.0', identity, keys: keys as Keys, hub, onFault },
    START,
  )
  const say = (event: string, payload: object = {}, ref = 'r', join_ref: string | null = 'j', topic = TOPIC) =>
    socket.emit('message', Buffer.from(JSON.stringify([join_ref, ref, topic, event, payload])), false)
  const join = (postgres_changes: object[] = [SPOTS], rest: object = {}) =>
    say('phx_join', { config: { postgres_changes }, ...rest }, 'j')
  const listeners = () => subscribers.all().reduce((sum, { members }) => sum + members.size, 0)
  return {
    socket,
    session,
    subscribers,
    answers,
    stopWatching,
    onFault,
    say,
    join,
    listeners,
    last: () => socket.sent.at(-1),
  }
}

type Opened = ReturnType<typeof openSession>

async function inState(state: ChannelState): Promise<Opened> {
  const opened = openSession()
  if (state !== 'absent') opened.join()
  if (state !== 'absent') await soon()
  if (state === 'joined') {
    opened.answers.shift()?.resolve(settings)
    await soon()
  }
  opened.socket.sent = []
  return opened
}

/** How each event of the table comes about. */
const causes: Record<ChannelEvent, (opened: Opened, state: ChannelState) => unknown> = {
  join: ({ join }) => join(),
  leave: ({ say }) => say('phx_leave'),
  access_token: ({ say }) => say('access_token', { access_token: 'somebody' }),
  broadcast: ({ say }) => say('broadcast', { type: 'broadcast', event: 'x', payload: {} }),
  presence: ({ say }) => say('presence', { type: 'presence', event: 'track' }),
  unknown: ({ say }) => say('phx_made_up'),
  admitted: ({ answers, say }, state) => {
    if (state === 'joined') say('access_token', { access_token: 'somebody' })
    return soon().then(() => answers.shift()?.resolve(settings))
  },
  refused: async ({ say }, state) => {
    if (state !== 'absent') say('access_token', { access_token: 'bad' })
  },
  failed: ({ answers, say }, state) => {
    if (state === 'joined') say('access_token', { access_token: 'somebody' })
    return soon().then(() => answers.shift()?.reject(new DatabaseUnavailable()))
  },
  expired: async ({ session, say, answers }, state) => {
    if (state === 'joined') {
      say('access_token', { access_token: 'somebody' })
      await soon()
      answers.shift()?.resolve(settings)
      await soon()
    }
    session.sweep(START + 29_000)
    session.sweep(START + 32_000)
  },
  gap: ({ subscribers }) =>
    subscribers
      .all()
      .flatMap(({ members }) => [...members])
      .forEach((member) => member.missed()),
}

const word = ({ event, payload }: Message<Record<string, unknown>>): string => {
  if (event === 'phx_close') return 'push_close'
  if (event === 'phx_error') return 'push_error'
  const { status, response, extension } = payload as {
    status: string
    response?: { reason?: string }
    extension?: string
  }
  if (event === 'system') return extension === 'system' ? 'push_problem' : 'push_subscribed'
  const reason = response?.reason ?? ''
  if (reason === 'unmatched topic') return 'reply_unmatched'
  if (reason.startsWith('Broadcast')) return 'reply_no_broadcast'
  if (reason.startsWith('Presence')) return 'reply_no_presence'
  if (reason.startsWith('UnknownEvent')) return 'reply_unknown'
  if (status === 'error') return 'reply_refused'
  return response && 'postgres_changes' in response ? 'reply_joined' : 'reply_left'
}

const heard = (effects: readonly string[]) => effects.filter((effect) => /^(reply|push)_/.test(effect))
const table = CHANNEL_STATES.flatMap((state) => CHANNEL_EVENTS.map((event) => ({ state, event })))

test.each(table)('a real session does what the table says: $state, $event', async ({ state, event }) => {
  const opened = await inState(state)
  await causes[event](opened, state)
  await soon()
  const { next, effects } = CHANNEL_TABLE[state][event]
  const isRenewal = state === 'joined' && event === 'expired'
  expect(opened.socket.sent.map(word)).toEqual([...(isRenewal ? ['push_subscribed'] : []), ...heard(effects)])
  expect(opened.listeners()).toBe(next === 'joined' ? 1 : 0)
  expect(opened.onFault).not.toHaveBeenCalled()
  opened.socket.emit('close')
  expect(opened.listeners()).toBe(0)
})

test('joining is answered with the ids, then with the system message that realtime-js waits for', async () => {
  const { socket } = await inState('joining').then(async (opened) => {
    opened.answers.shift()?.resolve(settings)
    await soon()
    return opened
  })
  expect(socket.sent).toEqual([
    {
      ...{ join_ref: 'j', ref: 'j', topic: TOPIC, event: 'phx_reply' },
      payload: { status: 'ok', response: { postgres_changes: [{ ...SPOTS, id: expect.any(Number) }] } },
    },
    {
      ...{ join_ref: 'j', ref: null, topic: TOPIC, event: 'system' },
      payload: { extension: 'postgres_changes', status: 'ok', message: 'Subscribed to PostgreSQL', channel: 'spots' },
    },
  ])
})

test('a channel without subscriptions is joined without a word about PostgreSQL', async () => {
  const { join, socket } = openSession()
  join([])
  await soon()
  expect(socket.sent.map(word)).toEqual(['reply_joined'])
})

test('a table that cannot be heard leaves the channel joined and says so', async () => {
  for (const access of [null, { ...settings, primaryKey: [] }, { ...settings, columns: [] }]) {
    const { join, answers, socket, listeners } = openSession()
    join()
    await soon()
    answers.shift()?.resolve(access)
    await soon()
    expect(socket.sent.map(word)).toEqual(['reply_joined', 'push_subscribed'])
    expect(socket.sent[1]?.payload).toMatchObject({
      status: 'error',
      message: expect.stringContaining('[event: *, schema: public, table: app_settings'),
    })
    expect(listeners()).toBe(0)
  }
})

test('when one of two subscriptions is not possible, neither is made and nothing stays watched', async () => {
  const { join, answers, listeners, stopWatching, last } = openSession()
  join([SPOTS, { ...SPOTS, filter: 'no=eq.1' }])
  for (let question = 0; question < 2; question++) {
    await soon()
    answers.shift()?.resolve(settings)
  }
  await soon()
  expect(last()?.payload).toMatchObject({
    status: 'error',
    message: expect.stringContaining('invalid column for filter no'),
  })
  expect(listeners()).toBe(0)
  expect(stopWatching).toHaveBeenCalledOnce()
})

test.each([
  ['realtime:', {}, 'TopicNameRequired: You must provide a topic name'],
  ['other:topic', {}, 'unmatched topic'],
  ['phoenix', {}, 'unmatched topic'],
  [TOPIC, { config: 1 }, 'InvalidJoinPayload: The join payload does not have the expected form'],
  [TOPIC, { config: { private: true } }, 'Unauthorized: You do not have permissions to read from this Channel topic'],
  [TOPIC, { access_token: 'expired' }, 'InvalidJWTToken: Token has expired'],
  [TOPIC, { access_token: 'bad' }, 'MalformedJWT: The token provided is not a valid JWT'],
])('joining %s with %j is refused: %s', async (topic, payload, reason) => {
  const { say, last } = openSession()
  say('phx_join', payload, 'j', 'j', topic)
  await soon()
  expect(last()).toMatchObject({
    ref: 'j',
    topic,
    event: 'phx_reply',
    payload: { status: 'error', response: { reason } },
  })
})

test('an API key in the place of a token says nothing, not even a secret one', async () => {
  const { join, answers, subscribers, say, socket } = openSession()
  join([SPOTS], { access_token: 'sb_secret_stolen' })
  await soon()
  answers.shift()?.resolve(settings)
  await soon()
  say('access_token', { access_token: 'sb_secret_stolen' })
  await soon()
  expect(subscribers.all().map(({ caller }) => caller.role)).toEqual(['anon'])
  expect(socket.sent.map(word)).toEqual(['reply_joined', 'push_subscribed'])
})

test('a newer token moves the channel to its own caller', async () => {
  const { subscribers, answers, say } = await inState('joined')
  say('access_token', { access_token: 'somebody' })
  await soon()
  answers.shift()?.resolve(settings)
  await soon()
  expect(subscribers.all()).toMatchObject([{ caller: { role: 'authenticated', claims: { sub: 'somebody' } } }])
})

test('messages of an earlier joining are answered and change nothing', async () => {
  const { say, last, listeners } = await inState('joined')
  say('phx_leave', {}, 'r', 'earlier')
  expect(last()).toMatchObject({ join_ref: 'earlier', ref: 'r', payload: { status: 'ok' } })
  say('broadcast', {}, 'r2', 'earlier')
  expect(last()).toMatchObject({ ref: 'r2', payload: { status: 'error', response: { reason: 'unmatched topic' } } })
  expect(listeners()).toBe(1)
})

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
