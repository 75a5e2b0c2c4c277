import { expect, test, vi } from 'vitest'
import {
  type ChannelSubscription,
  type CompiledSubscription,
  getChangeFrameTemplate,
  type SubscribedChannel,
  SubscriberRegistry,
} from './subscribers.ts'

const subscription = (more: Partial<CompiledSubscription> = {}): CompiledSubscription => ({
  ...{ id: 1, event: '*', schema: 'public', table: 'notes', filters: [], select: null },
  ...{ passes: () => true, pinned: null },
  ...more,
})
const listening = (more: Partial<ChannelSubscription> = {}): ChannelSubscription => ({
  ...{ version: '2.0.0', topic: 'realtime:a', callerKey: 'anon', subscriptions: [subscription()] },
  caller: { role: 'anon', claims: {}, source: '' },
  ...more,
})
const member = (): SubscribedChannel => ({ send: vi.fn(), missed: vi.fn() })

test('Realtime channels with equal subscriptions form one group that shares its encoded frames', () => {
  const subscribers = new SubscriberRegistry()
  const [first, second] = [member(), member()]
  subscribers.add(listening(), first)
  subscribers.add(listening(), second)
  const groups = subscribers.of('public', 'notes')
  expect(groups).toEqual([
    {
      ...listening(),
      ...{ schema: 'public', table: 'notes', members: new Set([first, second]), frames: new Map() },
      subscriptions: [expect.objectContaining({ id: 1 })],
    },
  ])
  expect(subscribers.all()).toEqual(groups)
})

test.each([
  ['topic', { topic: 'realtime:b' }],
  ['serializer version', { version: '1.0.0' }],
  ['caller', { callerKey: 'authenticated' }],
  ['subscription', { subscriptions: [subscription({ id: 2 })] }],
] as const)('Realtime channels with a different %s are in different subscriber groups', (_, more) => {
  const subscribers = new SubscriberRegistry()
  subscribers.add(listening(), member())
  subscribers.add(listening(more), member())
  expect(subscribers.of('public', 'notes').map(({ members }) => members.size)).toEqual([1, 1])
})

test('a row change reaches only the Realtime subscriptions to its table and to matching wildcards', () => {
  const subscribers = new SubscriberRegistry()
  for (const [id, [schema, table]] of [
    ['public', 'notes'],
    ['public', '*'],
    ['*', '*'],
    ['*', 'notes'],
    ['public', 'others'],
    ['private', 'notes'],
  ].entries()) {
    subscribers.add(
      listening({ subscriptions: [subscription({ id, schema: schema ?? '', table: table ?? '' })] }),
      member(),
    )
  }
  const heard = (schema: string, table: string) =>
    subscribers
      .of(schema, table)
      .flatMap(({ subscriptions }) => subscriptions.map(({ id }) => id))
      .toSorted((a, b) => a - b)
  expect(heard('public', 'notes')).toEqual([0, 1, 2, 3])
  expect(heard('private', 'notes')).toEqual([2, 3, 5])
  expect(heard('elsewhere', 'things')).toEqual([2])
  expect(subscribers.all()).toHaveLength(6)
})

test('a Realtime channel with several tables is in one subscriber group per table, and is removed from all of them together', () => {
  const subscribers = new SubscriberRegistry()
  const subscriptions = [subscription(), subscription({ id: 2, table: 'others' }), subscription({ id: 3 })]
  const leave = subscribers.add(listening({ subscriptions }), member())
  expect(subscribers.of('public', 'notes')[0]?.subscriptions.map(({ id }) => id)).toEqual([1, 3])
  expect(subscribers.of('public', 'others')[0]?.subscriptions.map(({ id }) => id)).toEqual([2])
  leave()
  expect(subscribers.all()).toEqual([])
})

test('a Realtime subscriber group is removed together with its last channel', () => {
  const subscribers = new SubscriberRegistry()
  const [leaveFirst, leaveSecond] = [subscribers.add(listening(), member()), subscribers.add(listening(), member())]
  leaveFirst()
  leaveFirst()
  expect(subscribers.of('public', 'notes')[0]?.members.size).toBe(1)
  leaveSecond()
  expect(subscribers.of('public', 'notes')).toEqual([])
  subscribers.add(listening(), member())
  leaveSecond() // removing a channel twice must not remove the channel group that was created after its first removal
  expect(subscribers.of('public', 'notes')).toHaveLength(1)
})

test('after one Realtime channel unsubscribes from a table, the other channels stay subscribed to that table', () => {
  const subscribers = new SubscriberRegistry()
  const leave = subscribers.add(listening(), member())
  subscribers.add(listening({ topic: 'realtime:b' }), member())
  leave()
  expect(subscribers.of('public', 'notes').map(({ topic }) => topic)).toEqual(['realtime:b'])
})

test('getChangeFrameTemplate() caches the encoded frame of each set of subscription ids', () => {
  const subscribers = new SubscriberRegistry()
  subscribers.add(listening(), member())
  const [group] = subscribers.of('public', 'notes')
  if (!group) throw new Error('There is no group.')
  const frame = getChangeFrameTemplate(group, [1, 2])
  expect(frame.head).toContain('"ids":[1,2]')
  expect(getChangeFrameTemplate(group, [1, 2])).toBe(frame)
  expect(getChangeFrameTemplate(group, [12]).head).toContain('"ids":[12]')
})
