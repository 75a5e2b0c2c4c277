import { setImmediate as soon } from 'node:timers/promises'
import { expect, test } from 'vitest'
import {
  type FakeConnection,
  openFakeSession,
  openFakeSessionInState,
  TEST_CHANNEL_TOPIC,
  TEST_SESSION_START_MS,
  TEST_SUBSCRIPTION,
  TEST_TABLE_ACCESS,
} from '../../test/fake-session.ts'
import { DatabaseUnavailable } from '../database/port/errors.ts'
import {
  CHANNEL_EVENTS,
  CHANNEL_STATES,
  CHANNEL_TRANSITIONS,
  type ChannelEvent,
  type ChannelState,
} from './channel-states.ts'
import type { ChannelMessage } from './protocol.ts'

/** For each event in the state table of a Realtime channel, a function with which a test triggers the event. */
const causes: Record<ChannelEvent, (opened: FakeConnection, state: ChannelState) => unknown> = {
  join: ({ join }) => join(),
  leave: ({ sendEvent }) => sendEvent('phx_leave'),
  access_token: ({ sendEvent }) => sendEvent('access_token', { access_token: 'somebody' }),
  broadcast: ({ sendEvent }) => sendEvent('broadcast', { type: 'broadcast', event: 'x', payload: {} }),
  presence: ({ sendEvent }) => sendEvent('presence', { type: 'presence', event: 'track' }),
  unknown: ({ sendEvent }) => sendEvent('phx_made_up'),
  admitted: ({ answers, sendEvent }, state) => {
    if (state === 'joined') sendEvent('access_token', { access_token: 'somebody' })
    return soon().then(() => answers.shift()?.resolve(TEST_TABLE_ACCESS))
  },
  refused: async ({ sendEvent }, state) => {
    if (state !== 'absent') sendEvent('access_token', { access_token: 'bad' })
  },
  failed: ({ answers, sendEvent }, state) => {
    if (state === 'joined') sendEvent('access_token', { access_token: 'somebody' })
    return soon().then(() => answers.shift()?.reject(new DatabaseUnavailable()))
  },
  expired: async ({ session, sendEvent, answers }, state) => {
    if (state === 'joined') {
      sendEvent('access_token', { access_token: 'somebody' })
      await soon()
      answers.shift()?.resolve(TEST_TABLE_ACCESS)
      await soon()
    }
    session.sweep(TEST_SESSION_START_MS + 29_000)
    session.sweep(TEST_SESSION_START_MS + 32_000)
  },
  gap: ({ subscribers }) =>
    subscribers
      .all()
      .flatMap(({ members }) => [...members])
      .forEach((member) => member.missed()),
}

const word = ({ event, payload }: ChannelMessage<Record<string, unknown>>): string => {
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

test.each(table)(
  'a Realtime session follows the channel state table for the event $event in the state $state',
  async ({ state, event }) => {
    const opened = await openFakeSessionInState(state)
    await causes[event](opened, state)
    await soon()
    const { next, effects } = CHANNEL_TRANSITIONS[state][event]
    const isRenewal = state === 'joined' && event === 'expired'
    expect(opened.socket.sent.map(word)).toEqual([...(isRenewal ? ['push_subscribed'] : []), ...heard(effects)])
    expect(opened.listeners()).toBe(next === 'joined' ? 1 : 0)
    expect(opened.onFault).not.toHaveBeenCalled()
    opened.socket.emit('close')
    expect(opened.listeners()).toBe(0)
  },
)

test('a Realtime join gets a reply with the subscription ids, then the system message that realtime-js waits for', async () => {
  const { socket } = await openFakeSessionInState('joining').then(async (opened) => {
    opened.answers.shift()?.resolve(TEST_TABLE_ACCESS)
    await soon()
    return opened
  })
  expect(socket.sent).toEqual([
    {
      ...{ join_ref: 'j', ref: 'j', topic: TEST_CHANNEL_TOPIC, event: 'phx_reply' },
      payload: {
        status: 'ok',
        response: { postgres_changes: [{ ...TEST_SUBSCRIPTION, id: expect.any(Number) }] },
      },
    },
    {
      ...{ join_ref: 'j', ref: null, topic: TEST_CHANNEL_TOPIC, event: 'system' },
      payload: { extension: 'postgres_changes', status: 'ok', message: 'Subscribed to PostgreSQL', channel: 'seats' },
    },
  ])
})

test('a Realtime join without subscriptions gets an ok reply and no system message about PostgreSQL', async () => {
  const { join, socket } = openFakeSession()
  join([])
  await soon()
  expect(socket.sent.map(word)).toEqual(['reply_joined'])
})

test('a Realtime subscription to a table without live changes gets an error message, and the channel stays joined', async () => {
  for (const access of [null, { ...TEST_TABLE_ACCESS, primaryKey: [] }, { ...TEST_TABLE_ACCESS, columns: [] }]) {
    const { join, answers, socket, listeners } = openFakeSession()
    join()
    await soon()
    answers.shift()?.resolve(access)
    await soon()
    expect(socket.sent.map(word)).toEqual(['reply_joined', 'push_subscribed'])
    expect(socket.sent[1]?.payload).toMatchObject({
      status: 'error',
      message: expect.stringContaining('[event: *, schema: public, table: settings'),
    })
    expect(listeners()).toBe(0)
  }
})

test('when one of two subscriptions of a Realtime join has an invalid filter, neither is added and no row stays watched', async () => {
  const { join, answers, listeners, stopWatching, last } = openFakeSession()
  join([TEST_SUBSCRIPTION, { ...TEST_SUBSCRIPTION, filter: 'no=eq.1' }])
  for (let question = 0; question < 2; question++) {
    await soon()
    answers.shift()?.resolve(TEST_TABLE_ACCESS)
  }
  await soon()
  expect(last()?.payload).toMatchObject({
    status: 'error',
    message: expect.stringContaining('invalid column for filter no'),
  })
  expect(listeners()).toBe(0)
  expect(stopWatching).toHaveBeenCalledOnce()
})

test('an API key sent as the access token of a Realtime channel is ignored, even the secret key', async () => {
  const { join, answers, subscribers, sendEvent, socket } = openFakeSession()
  join([TEST_SUBSCRIPTION], { access_token: 'sb_secret_stolen' })
  await soon()
  answers.shift()?.resolve(TEST_TABLE_ACCESS)
  await soon()
  sendEvent('access_token', { access_token: 'sb_secret_stolen' })
  await soon()
  expect(subscribers.all().map(({ caller }) => caller.role)).toEqual(['anon'])
  expect(socket.sent.map(word)).toEqual(['reply_joined', 'push_subscribed'])
})

test('a new access token resubscribes a Realtime channel with the role and claims of that token', async () => {
  const { subscribers, answers, sendEvent } = await openFakeSessionInState('joined')
  sendEvent('access_token', { access_token: 'somebody' })
  await soon()
  answers.shift()?.resolve(TEST_TABLE_ACCESS)
  await soon()
  expect(subscribers.all()).toMatchObject([{ caller: { role: 'authenticated', claims: { sub: 'somebody' } } }])
})

test('messages with the join_ref of an earlier join get a reply and do not change the Realtime channel', async () => {
  const { sendEvent, last, listeners } = await openFakeSessionInState('joined')
  sendEvent('phx_leave', {}, 'r', 'earlier')
  expect(last()).toMatchObject({ join_ref: 'earlier', ref: 'r', payload: { status: 'ok' } })
  sendEvent('broadcast', {}, 'r2', 'earlier')
  expect(last()).toMatchObject({ ref: 'r2', payload: { status: 'error', response: { reason: 'unmatched topic' } } })
  expect(listeners()).toBe(1)
})

test('an unexpected error during a Realtime join is reported and gets an error reply without details', async () => {
  const { join, answers, last, onFault } = openFakeSession()
  join()
  await soon()
  answers.shift()?.reject(new Error('secret details'))
  await soon()
  const reason = 'UnknownErrorOnChannel: Something went wrong on our side'
  expect(last()?.payload).toEqual({ status: 'error', response: { reason } })
  expect(onFault).toHaveBeenCalledOnce()
})
