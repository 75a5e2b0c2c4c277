import { expect, test } from 'vitest'
import { parseAcceptHeader } from './parse-accept.ts'
import { parseFilter } from './parse-filter.ts'
import { parseLogicParameter } from './parse-logic.ts'
import { parseOrderParameter } from './parse-order.ts'
import { parsePreferHeader } from './parse-preferences.ts'
import { parseRestQuery } from './parse-query.ts'
import { parseRowRange } from './parse-range.ts'
import { parseRequestRows } from './parse-rows.ts'
import { parseSelectParameter } from './parse-select.ts'

const column = { column: 'a', steps: [] }
const visitor = { role: 'anon' } as const
const badQuery = expect.objectContaining({ status: 400, code: 'PGRST100' })

test('parseSelectParameter() parses columns, aliases, casts and JSON paths', () => {
  expect(parseSelectParameter('*')).toEqual(['*'])
  expect(parseSelectParameter('id, when:created_at,amount::text,data->x->>y,"odd, name"')).toEqual([
    { path: { column: 'id', steps: [] }, alias: null, cast: null },
    { path: { column: 'created_at', steps: [] }, alias: 'when', cast: null },
    { path: { column: 'amount', steps: [] }, alias: null, cast: 'text' },
    {
      path: {
        column: 'data',
        steps: [
          { arrow: '->', key: 'x' },
          { arrow: '->>', key: 'y' },
        ],
      },
      alias: null,
      cast: null,
    },
    { path: { column: 'odd, name', steps: [] }, alias: null, cast: null },
  ])
})

test.each(['id;drop table x', 'a::', "a'b", 'a"'])('the malformed select=%s is refused with PGRST100', (text) => {
  expect(() => parseSelectParameter(text)).toThrow(badQuery)
})

test.each([
  ['eq.', { kind: 'compare', operator: 'eq', quantifier: null, value: '' }],
  ['eq.a,b).c', { kind: 'compare', operator: 'eq', quantifier: null, value: 'a,b).c' }],
  ['gte.5', { kind: 'compare', operator: 'gte', quantifier: null, value: '5' }],
  ['like(any).{a,b}', { kind: 'compare', operator: 'like', quantifier: 'any', value: '{a,b}' }],
  ['is.NULL', { kind: 'is', state: 'null' }],
  ['is.not_null', { kind: 'is', state: 'not_null' }],
  ['in.()', { kind: 'in', values: [] }],
  ['in.(1,"two, ""', null],
  ['in.(1,"two, \\"x\\"",3 4)', { kind: 'in', values: ['1', 'two, "x"', '3 4'] }],
  ['wfts(english).a b', { kind: 'search', operator: 'wfts', config: 'english', value: 'a b' }],
])('parseFilter() parses the filter %s to %o', (text, meaning) => {
  if (meaning === null) expect(() => parseFilter(column, text)).toThrow(badQuery)
  else expect(parseFilter(column, text)).toEqual({ kind: 'filter', path: column, negated: false, test: meaning })
})

test.each([
  '',
  'a',
  'eq',
  'equals.1',
  'neq(any).{1}',
  'is.maybe',
  'is.null or true',
  'in.1',
  'in.(1',
  'in.(1)x',
  'EQ.1',
  'fts(a b).c',
])('parseFilter() refuses the filter %s as a syntax error', (text) => {
  expect(() => parseFilter(column, text)).toThrow(badQuery)
})

test('parseLogicParameter() parses a logic tree with nested and negated conditions and quoted values', () => {
  expect(parseLogicParameter('not.or', '(a.eq.1,and(b.not.in.(1,2),not.or(c.eq."x,y)",d->>e.is.null)))')).toMatchObject(
    {
      kind: 'or',
      negated: true,
      conditions: [
        { kind: 'filter', test: { value: '1' } },
        {
          kind: 'and',
          negated: false,
          conditions: [
            { negated: true, test: { kind: 'in', values: ['1', '2'] } },
            { kind: 'or', negated: true, conditions: [{ test: { value: 'x,y)' } }, { path: { column: 'd' } }] },
          ],
        },
      ],
    },
  )
})

test.each(['', '()', '(and(a.eq.1)', '(a.eq.1,)'])(
  'parseLogicParameter() refuses the logic tree %s as a syntax error',
  (text) => {
    expect(() => parseLogicParameter('or', text)).toThrow(badQuery)
  },
)

test('parseOrderParameter() parses an order to terms with direction and null placement, and refuses a malformed order', () => {
  expect(parseOrderParameter('a.desc.nullslast,b,c->>d.asc')).toEqual([
    { path: column, direction: 'desc', nulls: 'last' },
    { path: { column: 'b', steps: [] }, direction: 'asc', nulls: null },
    { path: { column: 'c', steps: [{ arrow: '->>', key: 'd' }] }, direction: 'asc', nulls: null },
  ])
  for (const text of ['', 'a.up', 'a.desc.nulls', 'a,,b', 'a desc;'])
    expect(() => parseOrderParameter(text), text).toThrow()
})

test.each([
  [undefined, undefined, undefined, { offset: 0, limit: null }],
  ['10', '5', undefined, { offset: 5, limit: 10 }],
  [undefined, undefined, '0-9', { offset: 0, limit: 10 }],
  [undefined, undefined, '10-', { offset: 10, limit: null }],
  ['5', undefined, '2-9', { offset: 2, limit: 3 }],
  [undefined, undefined, 'bytes=0-9', { offset: 0, limit: null }],
])('parseRowRange() parses limit %s, offset %s and the Range header %s to %o', (limit, offset, header, window) => {
  expect(parseRowRange(limit, offset, header)).toEqual(window)
})

test.each(['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf'])(
  'the preference %s, named like a property of Object.prototype, is treated as unknown',
  (word) => {
    expect(parsePreferHeader(`${word}=1, count=exact`, visitor)).toMatchObject({ applied: ['count=exact'] })
    expect(() => parsePreferHeader(`handling=strict, ${word}=1`, visitor)).toThrow(
      expect.objectContaining({ code: 'PGRST122' }),
    )
  },
)

test('the preference tx=rollback is applied with the secret key and ignored for other roles', () => {
  const wanted = 'return=representation, tx=rollback'
  expect(parsePreferHeader(wanted, { role: 'service_role' })).toMatchObject({
    rollback: true,
    applied: ['return=representation', 'tx=rollback'],
  })
  for (const role of ['anon', 'authenticated'] as const) {
    for (const header of [wanted, `handling=strict, ${wanted}`, 'tx=commit, tx=rollback']) {
      const { rollback, applied } = parsePreferHeader(header, { role })
      expect([role, rollback, applied.filter((each) => each.startsWith('tx'))]).toEqual([role, false, []])
    }
  }
})

test('an Accept header without a supported media type is refused with PGRST107', () => {
  expect(() => parseAcceptHeader('application/geo+json')).toThrow(
    expect.objectContaining({ status: 406, code: 'PGRST107' }),
  )
})

test('parseRestQuery() refuses a parameter that is no filter, and keeps two filters on the same column', () => {
  expect(() => parseRestQuery('/t?a=5')).toThrow(badQuery)
  expect(parseRestQuery('/t?a=gt.1&a=lt.5').conditions).toHaveLength(2)
})

const noQuery = { columns: null, conditions: [] }

test('an insert requires rows with equal columns, unless the parameter columns lists them', () => {
  expect(parseRequestRows({ a: 1 }, '{"a":1}', noQuery)).toEqual({
    columns: ['a'],
    json: '[{"a":1}]',
    count: 1,
    values: [{ a: 1 }],
    isComplete: true,
    isExact: true,
  })
  expect(() => parseRequestRows([{ a: 1 }, { b: 2 }], '', noQuery)).toThrow('All object keys must match')
  expect(parseRequestRows([{ a: 1 }, { b: 2 }], '', { ...noQuery, columns: ['a', 'b'] })).toMatchObject({
    count: 2,
    isComplete: false,
  })
})

test.each([null, 1, 'text', true, [1], [null], [[]], [{}, {}], undefined])(
  'an insert with the request body %j is refused with PGRST102',
  (body) => {
    expect(() => parseRequestRows(body, '', noQuery)).toThrow(
      expect.objectContaining({ status: 400, code: 'PGRST102' }),
    )
  },
)
