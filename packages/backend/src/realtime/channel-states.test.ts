import { expect, test } from 'vitest'
import {
  CHANNEL_EFFECTS,
  CHANNEL_EVENTS,
  CHANNEL_STATES,
  CHANNEL_TRANSITIONS,
  type ChannelEffect,
  type ChannelEvent,
  type ChannelState,
} from './channel-states.ts'

const entries = CHANNEL_STATES.flatMap((state) =>
  CHANNEL_EVENTS.map((event) => ({ state, event, ...CHANNEL_TRANSITIONS[state][event] })),
)
const isReply = (effect: ChannelEffect) => effect.startsWith('reply_')
const isEnd = (effect: ChannelEffect) => effect === 'push_close' || effect === 'push_error'

test('the Realtime channel state table contains every state, event and effect', () => {
  expect(entries).toHaveLength(CHANNEL_STATES.length * CHANNEL_EVENTS.length)
  expect(Object.keys(CHANNEL_TRANSITIONS).toSorted()).toEqual([...CHANNEL_STATES].toSorted())
  expect(new Set(entries.flatMap(({ effects }) => effects))).toEqual(new Set(CHANNEL_EFFECTS))
})

test.each(['leave', 'broadcast', 'presence', 'unknown'] as const)(
  'the Realtime channel event %s gets exactly one immediate reply in every channel state',
  (event) => {
    for (const state of CHANNEL_STATES)
      expect(CHANNEL_TRANSITIONS[state][event].effects.filter(isReply)).toHaveLength(1)
  },
)

test('access_token and server-side events of a Realtime channel get no reply, except the admission result of a pending join', () => {
  for (const { state, event, effects } of entries) {
    const isQuiet = ['access_token', 'expired', 'gap'].includes(event) || (isAnswer(event) && state !== 'joining')
    if (isQuiet) expect(effects.filter(isReply), `${state} ${event}`).toEqual([])
  }
})

test('a Realtime channel is unsubscribed with exactly one end message when it leaves the joined state, and by no other transition', () => {
  for (const { state, event, next, effects } of entries) {
    const ends = state === 'joined' && next !== 'joined'
    expect(effects.includes('unsubscribe'), `${state} ${event}`).toBe(ends)
    if (ends) expect(effects.filter(isEnd), `${state} ${event}`).toHaveLength(1)
  }
})

test('a Realtime channel subscribes to changes only on the event admitted, which leads to the joined state', () => {
  for (const { event, next, effects } of entries) {
    if (effects.includes('subscribe')) expect([event, next]).toEqual(['admitted', 'joined'])
    if (next === 'joined' && !effects.includes('subscribe')) expect(effects.includes('unsubscribe')).toBe(false)
  }
})

/**
 * Executes a sequence of events on the state table in the same way as `channel.ts`: an admission result counts only for the latest request
 * of a live channel.
 */
function play(events: readonly ChannelEvent[]) {
  let state: ChannelState = 'absent'
  const model = { asked: false, joinWaits: false, hears: false }
  for (const event of events) {
    if (isAnswer(event) && !model.asked) continue
    const row: (typeof CHANNEL_TRANSITIONS)[ChannelState] = CHANNEL_TRANSITIONS[state]
    const { next, effects } = row[event]
    if (isAnswer(event)) model.asked = false
    if (event === 'join') model.joinWaits = true
    for (const effect of effects) {
      if (effect === 'authorise') model.asked = true
      if (effect === 'subscribe') model.hears = true
      if (effect === 'unsubscribe') model.hears = false
      if (effect === 'reply_joined' || effect === 'reply_refused') {
        expect(model.joinWaits, events.join()).toBe(true)
        model.joinWaits = false
      }
    }
    state = next
    if (state === 'absent') Object.assign(model, { asked: false, joinWaits: false })
    expect(model.hears, events.join()).toBe(state === 'joined')
    expect(model.joinWaits, events.join()).toBe(state === 'joining')
    if (state === 'joining') expect(model.asked, events.join()).toBe(true) // a joining channel always has a pending admission
  }
}

test('in every sequence of four channel events, each join gets one reply and the channel is subscribed only while joined', () => {
  const sequences = (length: number): ChannelEvent[][] =>
    length === 0 ? [[]] : sequences(length - 1).flatMap((start) => CHANNEL_EVENTS.map((event) => [...start, event]))
  for (const sequence of sequences(3)) play(['join', ...sequence])
})

function isAnswer(event: ChannelEvent): boolean {
  return event === 'admitted' || event === 'refused' || event === 'failed'
}
