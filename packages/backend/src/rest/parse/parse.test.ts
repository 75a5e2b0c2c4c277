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

test.each(['id,', ',id', 'id;drop table x', 'a->>b->c', 'a::', "a'b", 'a"', 'id)'])(
  'the malformed select=%s is refused with PGRST100',
  (text) => {
    expect(() => parseSelectParameter(text)).toThrow(badQuery)
  },
)

test.each(['rel(*)', 'rel!inner(id)', '...rel(id)', 'x:rel(id)'])(
  'select=%s, which embeds another table, is refused with PGRST127',
  (text) => {
    expect(() => parseSelectParameter(text)).toThrow(expect.objectContaining({ code: 'PGRST127' }))
  },
)

test.each(['count()', 'amount.sum()', 'total:amount.avg()'])(
  'select=%s, which uses an aggregate, is refused with PGRST123',
  (text) => {
    expect(() => parseSelectParameter(text)).toThrow(expect.objectContaining({ code: 'PGRST123' }))
  },
)

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

test.each(['', 'a.eq.1', '()', '(a.eq.1', '(a.eq.1))', '(a)', '(and(a.eq.1)', '(a.eq.1,)'])(
  'parseLogicParameter() refuses the logic tree %s as a syntax error',
  (text) => {
    expect(() => parseLogicParameter('or', text)).toThrow(badQuery)
  },
)

test('parseLogicParameter() refuses a logic tree nested 4,000 levels deep', () => {
  expect(() => parseLogicParameter('or', `${'(and'.repeat(4_000)}(a.eq.1)${')'.repeat(4_000)}`)).toThrow(badQuery)
})

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

test('a negative limit, a reversed Range header and a non-numeric limit are refused', () => {
  expect(() => parseRowRange('-1', undefined, undefined)).toThrow(
    expect.objectContaining({ status: 416, code: 'PGRST103' }),
  )
  expect(() => parseRowRange(undefined, undefined, '9-2')).toThrow(expect.objectContaining({ status: 416 }))
  for (const text of ['x', '', '1e3', '99999999999999999999', ' 1']) {
    expect(() => parseRowRange(text, undefined, undefined), text).toThrow(badQuery)
  }
})

test('unknown names in the Prefer header are ignored by default and refused with handling=strict', () => {
  expect(parsePreferHeader('return=representation, count=planned, shoe=red', visitor)).toMatchObject({
    returns: 'representation',
    count: true,
    applied: ['return=representation', 'count=planned'],
  })
  expect(() => parsePreferHeader('handling=strict, shoe=red', visitor)).toThrow(
    expect.objectContaining({ code: 'PGRST122', details: 'Invalid preferences: shoe=red' }),
  )
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

test('the preference max-affected applies only with handling=strict', () => {
  expect(parsePreferHeader('max-affected=1', visitor).maxAffected).toBeNull()
  expect(parsePreferHeader('handling=strict, max-affected=1', visitor).maxAffected).toBe(1)
})

test('the REST response format is the first supported media type of the Accept header', () => {
  expect(parseAcceptHeader(undefined).shape).toBe('array')
  expect(parseAcceptHeader('text/html, application/json;q=0.9').shape).toBe('array')
  expect(parseAcceptHeader('application/vnd.pgrst.object+json;nulls=stripped')).toMatchObject({
    shape: 'object',
    stripNulls: true,
  })
  expect(parseAcceptHeader('text/csv').shape).toBe('csv')
  expect(() => parseAcceptHeader('application/geo+json')).toThrow(
    expect.objectContaining({ status: 406, code: 'PGRST107' }),
  )
})

test('a REST query parameter is refused when it is not a valid filter, is repeated or refers to another table', () => {
  expect(() => parseRestQuery('/t?a=5')).toThrow(badQuery)
  expect(() => parseRestQuery('/t?select=a&select=b')).toThrow(badQuery)
  expect(() => parseRestQuery('/t?a=eq.%00')).toThrow(badQuery)
  expect(() => parseRestQuery('/t?rel.a=eq.1')).toThrow(expect.objectContaining({ code: 'PGRST108' }))
  expect(() => parseRestQuery('/t?a%20or%20b;=eq.1')).toThrow(badQuery)
})

test('parseRestQuery() keeps two filters on the same column', () => {
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
