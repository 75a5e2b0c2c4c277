import { expect, test } from 'vitest'
import { parseSubscriptionFilters, SubscriptionFilterError } from './filter.ts'
import { compileSubscriptionFilters } from './match.ts'

const types: Record<string, string> = {
  ...{
    key: 'text',
    n: 'int4',
    price: 'numeric',
    open: 'bool',
    at: 'timestamptz',
    day: 'date',
    id: 'uuid',
    doc: 'jsonb',
  },
}
const row = {
  ...{ key: 'seats', n: 7, price: 19.5, open: true, day: '2026-03-05' },
  ...{ at: '2026-03-05T10:00:00.123456+00:00', id: '0f8fad5b-d9cb-469f-a165-70867728950e', nothing: null },
}
const passes = (filter: string) =>
  compileSubscriptionFilters(parseSubscriptionFilters(filter), (column) => types[column])(row)

test.each([
  ['key=eq.seats', true],
  ['key=eq.Seats', false],
  ['key=neq.other', true],
  ['key=neq.seats', false],
  ['key=in.(a,seats)', true],
  ['key=in.(a,b)', false],
  ['key=lt.t', true],
  ['key=gt.ſeats', false],
  ['key=lt.\u{1F600}', true],
  ['n=eq.7', true],
  ['n=eq.07', true],
  ['n=gt.10', false],
  ['n=lt.10', true],
  ['n=lte.7', true],
  ['n=gte.8', false],
  ['n=in.(1,7)', true],
  ['price=gt.19.49', true],
  ['price=eq.1.95e1', true],
  ['open=eq.true', true],
  ['open=eq.f', false],
  ['at=eq.2026-03-05T11:00:00.123456+01:00', true],
  ['at=eq.2026-03-05T11:00:00.123456+01', true],
  ['at=eq.2026-03-05 10:00:00.123456', true],
  ['at=lt.2026-03-05T10:00:00.123457Z', true],
  ['at=gte.2026-03-05T10:00:00.123457Z', false],
  ['at=gt.2026-03-05', true],
  ['day=eq.2026-03-05', true],
  ['day=lt.2026-03-06', true],
  ['id=eq.0F8FAD5B-D9CB-469F-A165-70867728950E', true],
  ['n=eq.+7', true],
  ['n=eq. 7', true],
  ['price=gt..5', true],
  ['price=lte.19.', false],
  ['open=eq.t', true],
  ['open=neq.false', true],
  ['at=eq.2026-03-05 12:30:00.123456+0230', true],
  ['at=lt.2026-03-05T10:00:00.2Z', true],
  ['at=gt.2026-03-05 10:00', true],
  ['key=lt.seats', false],
  ['key=gt.seats', false],
  ['n=lt.7', false],
  ['n=gt.7', false],
  ['n=gte.7', true],
  ['price=gt..25', true],
  ['price=eq.1.95e+1', true],
  ['price=eq.195e-01', true],
  ['at=eq. 2026-03-05T10:00:00.123456Z ', true],
  ['at=gt.2026-03-05T09:59:59.999999Z', true],
  ['n=gt.5,key=eq.seats', true],
  ['n=gt.5,key=eq.other', false],
])('matching the sample row against the Realtime filter %s returns %s', (filter, outcome) => {
  expect(passes(filter)).toBe(outcome)
})

test('a null or missing column value matches no Realtime filter, not even neq', () => {
  const test = compileSubscriptionFilters(parseSubscriptionFilters('key=neq.a'), () => 'text')
  expect(test({ key: null })).toBe(false)
  expect(test({})).toBe(false)
})

test.each([
  ['unknown=eq.1', 'invalid column for filter unknown'],
  ['doc=eq.{}', 'columns of type jsonb cannot be filtered'],
  ['n=eq.seven', 'invalid input for column n of type int4'],
  ['n=eq.', 'invalid input for column n of type int4'],
  ['open=eq.maybe', 'invalid input for column open of type bool'],
  ['at=eq.yesterday', 'invalid input for column at of type timestamptz'],
  ['at=eq.2026-13-45', 'invalid input for column at of type timestamptz'],
  ['id=eq.1', 'invalid input for column id of type uuid'],
  ['id=eq.x0f8fad5b-d9cb-469f-a165-70867728950e', 'invalid input for column id of type uuid'],
  ['id=eq.0f8fad5b-d9cb-469f-a165-70867728950e0', 'invalid input for column id of type uuid'],
  ['n=eq.7x', 'invalid input for column n of type int4'],
  ['n=eq.x7', 'invalid input for column n of type int4'],
  ['n=eq.1e', 'invalid input for column n of type int4'],
  ['at=eq.on 2026-03-05', 'invalid input for column at of type timestamptz'],
  ['at=eq.2026-03-05 noon', 'invalid input for column at of type timestamptz'],
])('compileSubscriptionFilters() refuses the Realtime filter %s: %s', (filter, reason) => {
  expect(() => passes(filter)).toThrow(SubscriptionFilterError)
  expect(() => passes(filter)).toThrow(reason)
})

test('a Realtime filter compares text by code point, not by UTF-16 code unit', () => {
  const isBefore = compileSubscriptionFilters(parseSubscriptionFilters('key=lt.\u{1F600}'), () => 'text')
  expect(isBefore({ key: '\uff5e' })).toBe(true)
})

test('a row value whose JSON type does not fit its column type matches no Realtime filter', () => {
  const odd: [filter: string, value: unknown][] = [
    ['key=neq.a', 7],
    ['n=neq.1', {}],
    ['at=neq.2026-03-05', 5],
    ['id=neq.1f8fad5b-d9cb-469f-a165-70867728950e', ['0f8fad5b-d9cb-469f-a165-70867728950e']],
  ]
  for (const [filter, value] of odd) {
    const [column = ''] = filter.split('=')
    const test = compileSubscriptionFilters(parseSubscriptionFilters(filter), (name) => types[name])
    expect(test({ [column]: value }), filter).toBe(false)
  }
})
