import { expect, test } from 'vitest'
import { FILTER_OPERATORS, parseSubscriptionFilters, SubscriptionFilterError } from './filter.ts'

test.each(FILTER_OPERATORS.filter((operator) => operator !== 'in'))(
  'the Realtime filter parser accepts the operator %s with one value',
  (operator) => {
    expect(parseSubscriptionFilters(`key=${operator}.open_seats`)).toEqual([
      { column: 'key', operator, values: ['open_seats'] },
    ])
  },
)

test.each([
  ['id=in.(1,2,3)', ['1', '2', '3']],
  ['id=in.(one)', ['one']],
  ['id=in.("a,b","c""d")', ['a,b', '"c""d"']],
  ['id=in.("a,b","sendEvent \\"hi\\"")', ['a,b', 'sendEvent "hi"']],
  ['id=in.()', ['']],
  ['id=in.( 1 , 2 )', ['1', '2']],
])('the Realtime filter parser parses %s into a list of values', (text, values) => {
  expect(parseSubscriptionFilters(text)).toEqual([{ column: 'id', operator: 'in', values }])
})

test.each([
  ['key=eq.', ''],
  ['key=eq.a.b=c', 'a.b=c'],
  ['key=eq."a, b"', 'a, b'],
  ['key=eq."quote \\" and \\\\ slash"', 'quote " and \\ slash'],
  ['key=eq.5" screen', '5" screen'],
  ['key=eq."a\\",b"', 'a",b'],
  ['key=eq.f(g(x),y)', 'f(g(x),y)'],
])('the Realtime filter parser parses %s into one value', (text, value) => {
  expect(parseSubscriptionFilters(text)).toEqual([{ column: 'key', operator: 'eq', values: [value] }])
})

test('the Realtime filter parser splits conditions at commas, but not at commas inside a list or quotes', () => {
  expect(
    parseSubscriptionFilters('a=gt.1,b=in.(x,y),c=eq."1,2"').map(({ column, values }) => [column, values]),
  ).toEqual([
    ['a', ['1']],
    ['b', ['x', 'y']],
    ['c', ['1,2']],
  ])
})

test('the Realtime filter parser splits at a comma after a quote inside a value or an unmatched closing parenthesis', () => {
  const conditions = (text: string) => parseSubscriptionFilters(text).map(({ column, values }) => [column, ...values])
  expect(conditions('a=eq.5" screen, b=eq.7" screen')).toEqual([
    ['a', '5" screen'],
    ['b', '7" screen'],
  ])
  expect(conditions('a=eq.x),b=eq.y')).toEqual([
    ['a', 'x)'],
    ['b', 'y'],
  ])
})

test('the Realtime filter parser accepts the maximum of 20 conditions, and of 100 values in one list', () => {
  expect(parseSubscriptionFilters(Array(20).fill('a=eq.1').join())).toHaveLength(20)
  expect(parseSubscriptionFilters(`id=in.(${Array(100).fill('1').join()})`)[0]?.values).toHaveLength(100)
})

test('the Realtime filter parser parses an empty or blank filter as no conditions', () => {
  expect(parseSubscriptionFilters('')).toEqual([])
  expect(parseSubscriptionFilters('   ')).toEqual([])
})

test.each([
  ['key', 'expected column=operator.value'],
  ['=eq.1', 'expected column=operator.value'],
  ['key=eq', 'expected column=operator.value'],
  ['key=like.a%', 'operator "like" is not supported'],
  ['key=not.eq.1', 'operator "not" is not supported'],
  ['key=EQ.1', 'operator "EQ" is not supported'],
  ['a=eq.1,,b=eq.2', 'filter must not contain empty segments (check for extra commas)'],
  ['id=in.1,2', '`in` filter value must be wrapped by parentheses'],
  ['id=in.x(1)', '`in` filter value must be wrapped by parentheses'],
  ['id=in.(1)x', '`in` filter value must be wrapped by parentheses'],
  ['id=in.(1', '`in` filter value must be wrapped by parentheses'],
  [`id=in.(${Array.from({ length: 101 }, (_, n) => n).join()})`, 'too many values for `in` filter. Maximum 100'],
  [Array.from({ length: 21 }, () => 'a=eq.1').join(), 'too many conditions in filter. Maximum 20'],
  ['undefined', 'expected column=operator.value'],
])('the Realtime filter parser refuses the filter %s with a reason', (text, reason) => {
  expect(() => parseSubscriptionFilters(text)).toThrow(SubscriptionFilterError)
  expect(() => parseSubscriptionFilters(text)).toThrow(reason)
  expect(() => parseSubscriptionFilters(text)).toThrow(expect.objectContaining({ name: 'SubscriptionFilterError' }))
})
