import { expect, test } from 'vitest'
import { findSchemaColumn } from '../schema.ts'
import { parseIdentifier } from './column-path.ts'
import { parseAcceptHeader } from './parse-accept.ts'
import { parseFilter } from './parse-filter.ts'
import { parseLogicParameter } from './parse-logic.ts'
import { parseOrderParameter } from './parse-order.ts'
import { parsePreferHeader } from './parse-preferences.ts'
import { parseRestQuery } from './parse-query.ts'
import { parseRowRange } from './parse-range.ts'
import { parseRequestRows, requireBodyObject } from './parse-rows.ts'
import { parseSelectParameter } from './parse-select.ts'
import { TextCursor } from './text-cursor.ts'

const column = { column: 'a', steps: [] }
const visitor = { role: 'anon' } as const

test.each([
  ['name', 'name'],
  ['two words ', 'two words'],
  ['größe_1$', 'größe_1$'],
  ['with-dash', 'with-dash'],
  ['before->it', 'before'],
  ['"odd, (name)"', 'odd, (name)'],
  ['"say \\"hi\\" \\\\"', 'say "hi" \\'],
  ['" kept "', ' kept '],
  ['""', ''],
])('parseIdentifier() parses %s to the name %j', (text, name) => {
  expect(parseIdentifier(new TextCursor(text, 'name'))).toBe(name)
})

test('parseSelectParameter() accepts an empty select, * with a column, a cast without an alias, and a column named count', () => {
  expect(parseSelectParameter(' ')).toEqual([])
  expect(parseSelectParameter('*,b:a')).toEqual(['*', { path: column, alias: 'b', cast: null }])
  expect(parseSelectParameter('a::int')).toEqual([{ path: column, alias: null, cast: 'int' }])
  expect(parseSelectParameter('count')).toEqual([{ path: { column: 'count', steps: [] }, alias: null, cast: null }])
})

test.each(['a.count()', 'a.sum()', 'a.avg()', 'a.max()', 'a.min()', 'count()', 'n:count()', 'a->b.sum()'])(
  'select=%s is refused as an aggregate with PGRST123',
  (text) => {
    expect(() => parseSelectParameter(text)).toThrow(expect.objectContaining({ code: 'PGRST123' }))
  },
)

test.each([
  ...['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike', 'match', 'imatch', 'isdistinct', 'cs', 'cd', 'ov'],
  ...['sl', 'sr', 'nxr', 'nxl', 'adj'],
])('parseFilter() parses a negated %s filter to a comparison with a value', (operator) => {
  const test = { kind: 'compare', operator, quantifier: null, value: 'x' }
  expect(parseFilter(column, `not.${operator}.x`)).toEqual({ kind: 'filter', path: column, negated: true, test })
})

test.each(['eq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike', 'match', 'imatch'])(
  'parseFilter() accepts the modifiers any and all for the operator %s',
  (operator) => {
    for (const quantifier of ['any', 'all']) {
      expect(parseFilter(column, `${operator}(${quantifier}).{x}`).test).toEqual({
        ...{ kind: 'compare', operator, quantifier, value: '{x}' },
      })
    }
  },
)

test.each(['neq', 'isdistinct', 'cs', 'cd', 'ov', 'sl', 'sr', 'nxr', 'nxl', 'adj'])(
  'parseFilter() rejects the modifier “any” for the operator %s',
  (operator) => {
    expect(() => parseFilter(column, `${operator}(any).{x}`)).toThrow('failed to parse filter')
  },
)

test.each(['fts', 'plfts', 'phfts', 'wfts'])(
  'parseFilter() parses a text search with the operator %s and an optional language',
  (operator) => {
    expect(parseFilter(column, `${operator}.a b`).test).toEqual({
      kind: 'search',
      operator,
      config: null,
      value: 'a b',
    })
    const config = 'x'.repeat(63)
    expect(parseFilter(column, `${operator}(${config}).a`).test).toMatchObject({ config })
    expect(() => parseFilter(column, `${operator}(${config}x).a`)).toThrow('failed to parse filter')
  },
)

test.each(['null', 'not_null', 'true', 'false', 'unknown'])(
  'parseFilter() accepts is.%s in lower and upper case',
  (state) => {
    expect(parseFilter(column, `is.${state}`).test).toEqual({ kind: 'is', state })
    expect(parseFilter(column, `is.${state.toUpperCase()}`).test).toEqual({ kind: 'is', state })
  },
)

test.each([
  ['eq."quoted, (all) of \\"it\\""', 'quoted, (all) of "it"'],
  ['eq."two\nlines\\\n"', 'two\nlines\n'],
  ['eq.""', ''],
  ['cs.{1,2}', '{1,2}'],
  ['cs.{}', '{}'],
  ['eq.bare words', 'bare words'],
  ['eq.', ''],
])('a logic tree parses the condition %j to the value %j', (text, value) => {
  expect(parseLogicParameter('or', `(a.${text}, a.eq.2)`)).toMatchObject({
    ...{ kind: 'or', negated: false },
    conditions: [{ test: { value } }, { path: column, test: { value: '2' } }],
  })
})

test.each([
  ['in.(a b,"c,d",)', ['a b', 'c,d', '']],
  ['in.("a\nb\\\n")', ['a\nb\n']],
  ['in.(5" screen)', ['5" screen']],
])('parseFilter() parses the list %j to the values %j', (text, values) => {
  expect(parseFilter(column, text).test).toEqual({ kind: 'in', values })
})

test.each([
  ['and', 'and', false],
  ['or', 'or', false],
  ['not.and', 'and', true],
  ['not.or', 'or', true],
] as const)('the query parameter %s joins its conditions with %s, negated: %s', (name, kind, negated) => {
  expect(parseRestQuery(`/t?${name}=(a.eq.1)`).conditions).toMatchObject([
    { kind, negated, conditions: [{ path: column }] },
  ])
  expect(parseLogicParameter('or', `(${name}(a.eq.1))`).conditions).toMatchObject([{ kind, negated }])
})

test('a logic tree accepts conditions on columns named and and or', () => {
  expect(parseLogicParameter('or', '(or.eq.1,and.eq.2)').conditions).toMatchObject([
    { kind: 'filter', path: { column: 'or' } },
    { kind: 'filter', path: { column: 'and' } },
  ])
})

test('parseOrderParameter() accepts a null placement with or without a direction', () => {
  expect(parseOrderParameter('a.nullsfirst,a.asc.nullslast,a.desc')).toEqual([
    { path: column, direction: 'asc', nulls: 'first' },
    { path: column, direction: 'asc', nulls: 'last' },
    { path: column, direction: 'desc', nulls: null },
  ])
})

test('parseRestQuery() parses every reserved parameter, and returns the default values for a URL without a query', () => {
  const query = 'select=a&order=a&columns=a,b,a&on_conflict=id,"x y"&limit=1&offset=2&apikey=x&a=gt.1'
  expect(parseRestQuery(`/t?${query}`)).toEqual({
    select: [{ path: column, alias: null, cast: null }],
    conditions: [expect.objectContaining({ kind: 'filter', path: column })],
    order: [{ path: column, direction: 'asc', nulls: null }],
    columns: ['a', 'b'],
    onConflict: ['id', 'x y'],
    limit: '1',
    offset: '2',
  })
  const nothing = { select: ['*'], conditions: [], order: [], limit: undefined, offset: undefined }
  expect(parseRestQuery('/t')).toEqual({ ...nothing, columns: null, onConflict: null })
  expect(parseRestQuery('/t?columns=&on_conflict=')).toEqual({ ...nothing, columns: null, onConflict: null })
})

const nothingPreferred = {
  ...{ returns: 'minimal', count: false, missing: 'null', resolution: null, maxAffected: null, rollback: false },
  applied: [],
}

test.each([
  ['return=minimal', {}],
  ['return=representation', { returns: 'representation' }],
  ['count=exact', { count: true }],
  ['count=planned', { count: true }],
  ['count=estimated', { count: true }],
  ['missing=default', { missing: 'default' }],
  ['missing=null', {}],
  ['resolution=merge-duplicates', { resolution: 'merge' }],
  ['resolution=ignore-duplicates', { resolution: 'ignore' }],
  ['handling=strict', {}],
  ['handling=lenient', {}],
  ['tx=commit', {}],
  ['tx=rollback', { rollback: true }],
])('parsePreferHeader() parses the Prefer header %s to %j', (header, meaning) => {
  const preferences = parsePreferHeader(header, { role: 'service_role' })
  expect(preferences).toEqual({ ...nothingPreferred, ...meaning, applied: [header] })
})

test.each([
  ...['return=minimally', 'return=a minimal', 'count=exactly', 'count=inexact', 'missing=nulls', 'missing=x-default'],
  ...['resolution=merge-duplicates2', 'resolution=x-ignore-duplicates', 'handling=stricter', 'handling=non-strict'],
  ...['tx=committed', 'tx=x-rollback', 'max-affected=1234567890', 'max-affected=-1', 'max-affected=1.5', 'return'],
])('the unknown preference %s is ignored by default and refused with handling=strict', (item) => {
  expect(parsePreferHeader(item, { role: 'service_role' })).toEqual(nothingPreferred)
  expect(() => parsePreferHeader(`handling=strict, ${item}, shoe=red`, visitor)).toThrow(
    expect.objectContaining({ details: `Invalid preferences: ${item}, shoe=red` }),
  )
})

test('an empty Prefer header sets no preferences, and the first of two preferences with equal names applies', () => {
  expect(parsePreferHeader(undefined, visitor)).toEqual(nothingPreferred)
  expect(parsePreferHeader('handling=strict, , ', visitor).applied).toEqual(['handling=strict'])
  const twice = parsePreferHeader('handling=strict, max-affected=123456789, max-affected=5, return=minimal', visitor)
  expect(twice).toMatchObject({ maxAffected: 123_456_789, returns: 'minimal' })
  expect(twice.applied).toEqual(['handling=strict', 'max-affected=123456789', 'return=minimal'])
  expect(parsePreferHeader('handling=lenient, max-affected=1', visitor)).toMatchObject({
    maxAffected: null,
    applied: ['handling=lenient'],
  })
})

const json = 'application/json; charset=utf-8'
const array = 'application/vnd.pgrst.array+json;nulls=stripped'
const object = 'application/vnd.pgrst.object+json'

test.each([
  [undefined, 'array', false, json],
  ['*/*', 'array', false, json],
  ['application/*', 'array', false, json],
  ['application/json', 'array', false, json],
  ['application/vnd.pgrst.array+json', 'array', false, json],
  [array, 'array', true, `${array}; charset=utf-8`],
  [object, 'object', false, `${object}; charset=utf-8`],
  ['application/vnd.pgrst.object', 'object', false, `${object}; charset=utf-8`],
  [`${object};nulls=stripped`, 'object', true, `${object};nulls=stripped; charset=utf-8`],
  [`${object}; Nulls=Stripped ; charset=utf-8; q=0.5`, 'object', true, `${object};nulls=stripped; charset=utf-8`],
  ['text/csv; charset=UTF-8', 'csv', false, 'text/csv; charset=utf-8'],
  ['image/png , text/csv;q=1', 'csv', false, 'text/csv; charset=utf-8'],
])('the header Accept: %s selects the format %s, nulls stripped: %s', (header, shape, stripNulls, type) => {
  expect(parseAcceptHeader(header)).toEqual({ shape, stripNulls, type })
})

test.each(['', 'application/json;version=1', 'application/json;xq=0.5', 'application/json;q=0.5x', 'application'])(
  'the header Accept: %s is refused because no media type is available',
  (header) => {
    expect(() => parseAcceptHeader(header)).toThrow(`None of these media types are available: ${header}`)
  },
)

test.each([
  [undefined, undefined, 'items=0-0', { offset: 0, limit: 1 }],
  [undefined, undefined, '5-5', { offset: 5, limit: 1 }],
  [undefined, undefined, 'x0-9', { offset: 0, limit: null }],
  [undefined, undefined, '0-9x', { offset: 0, limit: null }],
  [undefined, undefined, '123456789012345-123456789012349', { offset: 123_456_789_012_345, limit: 5 }],
  ['5', undefined, undefined, { offset: 0, limit: 5 }],
  ['0', undefined, undefined, { offset: 0, limit: 0 }],
  ['9007199254740991', undefined, undefined, { offset: 0, limit: 9_007_199_254_740_991 }],
  [undefined, '3', '0-9', { offset: 3, limit: 7 }],
  [undefined, '3', '5-', { offset: 5, limit: null }],
  ['20', '3', '0-9', { offset: 3, limit: 7 }],
  ['2', '3', '0-9', { offset: 3, limit: 2 }],
  [undefined, '30', '0-9', { offset: 30, limit: 0 }],
])('parseRowRange() parses limit %s and offset %s with the Range header %s to %j', (limit, offset, header, window) => {
  expect(parseRowRange(limit, offset, header)).toEqual(window)
})

test('parseRequestRows() returns the JSON text of the rows, and whether every row has exactly the listed columns', () => {
  const query = { columns: null, conditions: [] }
  expect(parseRequestRows([{ a: 1, b: 2 }], '[{"a":1.0,"b":2}]', query)).toEqual({
    ...{
      columns: ['a', 'b'],
      json: '[{"a":1.0,"b":2}]',
      count: 1,
      values: [{ a: 1, b: 2 }],
      isComplete: true,
      isExact: true,
    },
  })
  expect(parseRequestRows([], '[]', query)).toMatchObject({ columns: [], json: '[]', count: 0, isComplete: true })
  expect(parseRequestRows({}, '{}', query)).toMatchObject({ columns: [], json: '[{}]', count: 1 })
  const named = parseRequestRows({ a: 1, c: 3 }, '', { columns: ['a'], conditions: [] })
  expect(named).toMatchObject({ columns: ['a'], isComplete: true, isExact: false })
  expect(parseRequestRows([{ a: 1 }, {}], '', { columns: ['a'], conditions: [] }).isComplete).toBe(false)
})

test('requireBodyObject() returns an object unchanged', () => {
  const body = { a: [1] }
  expect(requireBodyObject(body)).toBe(body)
})

test('findSchemaColumn() finds a column by its whole name, not by a part of it', () => {
  const columns = ['ab', 'a'].map((name) => ({ name, type: 'text', default: null, generated: false }))
  expect(findSchemaColumn(columns, 'a')).toBe(columns[1])
  expect(findSchemaColumn(columns, 'b')).toBeNull()
})

test('a logic tree accepts white space before a condition', () => {
  expect(parseLogicParameter('or', '(a.eq.1, \n and(a.eq.2),\t not.or(a.eq.3))').conditions).toMatchObject([
    { kind: 'filter', path: column },
    { kind: 'and', negated: false },
    { kind: 'or', negated: true },
  ])
})
