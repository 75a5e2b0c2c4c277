import { expect, test } from 'vitest'
import { parseAcceptHeader } from './parse-accept.ts'
import { parseFilter } from './parse-filter.ts'
import { parseLogicParameter } from './parse-logic.ts'
import { parseOrderParameter } from './parse-order.ts'
import { parseRestQuery } from './parse-query.ts'
import { parseRowRange } from './parse-range.ts'
import { parseRequestRows, requireBodyObject } from './parse-rows.ts'
import { parseSelectParameter } from './parse-select.ts'

// Error messages state the position and the expected token, so that developers of clients find their mistake.
const steps = (count: number) => `a${'->b'.repeat(count)}`

test.each([
  ['id,', 4, 'unexpected end of input expecting field name'],
  [',id', 1, 'expecting field name'],
  ['id)', 3, 'expecting "," or end of input'],
  [steps(33), 100, 'expecting fewer steps'],
  ['a->>b->c', 6, 'expecting "," or end of input'],
])('parseSelectParameter() refuses select=%s at character %i: %s', (text, place, details) => {
  const message = `"failed to parse select parameter (${text})" (line 1, column ${place})`
  expect(() => parseSelectParameter(text)).toThrow(expect.objectContaining({ code: 'PGRST100', message, details }))
})

test.each([
  ['a.up', 2, 'expecting ".asc", ".desc", ".nullsfirst", ".nullslast", "," or end of input'],
  ['a.descending', 2, 'expecting ".asc", ".desc", ".nullsfirst", ".nullslast", "," or end of input'],
  ['a.desc.nullslastly', 7, 'expecting ".asc", ".desc", ".nullsfirst", ".nullslast", "," or end of input'],
  ['a,', 3, 'unexpected end of input expecting field name'],
])('parseOrderParameter() refuses order=%s at character %i: %s', (text, place, details) => {
  const message = `"failed to parse order (${text})" (line 1, column ${place})`
  expect(() => parseOrderParameter(text)).toThrow(expect.objectContaining({ code: 'PGRST100', message, details }))
})

test.each([
  ['a', 1, 'expecting "not" or operator (eq, gt, ...)'],
  ['not.not.eq.1', 5, 'expecting "not" or operator (eq, gt, ...)'],
  ['', 1, 'unexpected end of input expecting "not" or operator (eq, gt, ...)'],
  ['is.maybe', 9, 'unexpected end of input expecting null, not_null, true, false or unknown'],
  ['is.', 4, 'unexpected end of input expecting null, not_null, true, false or unknown'],
  ['is.null or true', 8, 'expecting end of input'],
  ['neq(any).{1}', 10, 'expecting an operator that takes any or all'],
  ['cs(all).{1}', 9, 'expecting an operator that takes any or all'],
  ['in.1', 4, 'expecting "("'],
  ['in.(1', 6, 'unexpected end of input expecting ")"'],
  ['in.(1)x', 7, 'expecting end of input'],
])('parseFilter() refuses the filter %s at character %i: %s', (text, place, details) => {
  const message = `"failed to parse filter (${text})" (line 1, column ${place})`
  const path = { column: 'a', steps: [] }
  expect(() => parseFilter(path, text)).toThrow(expect.objectContaining({ code: 'PGRST100', message, details }))
})

const groups = (depth: number) => `${'(and'.repeat(depth - 1)}(a.eq.1)${')'.repeat(depth - 1)}`

test.each([
  ['a.eq.1', 1, 'expecting "("'],
  ['(a)', 3, 'expecting "."'],
  ['(a.eq.1', 8, 'unexpected end of input expecting ")"'],
  ['(a.eq.1))', 9, 'expecting end of input'],
  ['(and.eq.1,', 11, 'unexpected end of input expecting field name'],
  [groups(11), 41, 'expecting fewer parentheses'],
])('parseLogicParameter() refuses the logic tree %s at character %i: %s', (text, place, details) => {
  const message = `"failed to parse logic tree (${text})" (line 1, column ${place})`
  expect(() => parseLogicParameter('or', text)).toThrow(expect.objectContaining({ code: 'PGRST100', message, details }))
})

test('the query parser accepts a logic tree 10 levels deep and a JSON path of 32 steps', () => {
  expect(() => parseLogicParameter('and', groups(10))).not.toThrow()
  expect(parseSelectParameter(steps(32))).toHaveLength(1)
})

test.each([
  ['a%20or%20b;=eq.1', '"failed to parse filter (a or b;)" (line 1, column 7)', 'expecting a column name'],
  ['columns=a)', '"failed to parse columns (a))" (line 1, column 2)', 'expecting "," or end of input'],
  ['on_conflict=a,', '"failed to parse on_conflict (a,)" (line 1, column 3)', expect.stringContaining('field name')],
  ['a=eq.%00', 'A NUL character stands in the query.', null],
  ['a%00=eq.1', 'A NUL character stands in the query.', null],
  ['limit=1&limit=2', 'The parameter limit stands twice in the query.', null],
  ['order=a&order=b', 'The parameter order stands twice in the query.', null],
])('parseRestQuery() refuses the query %s with the message: %s', (query, message, details) => {
  expect(() => parseRestQuery(`/t?${query}`)).toThrow(expect.objectContaining({ code: 'PGRST100', message, details }))
})

test('filtering, ordering by or embedding another table is refused with an error that names the table', () => {
  const refused = (details: string) => expect.objectContaining({ code: 'PGRST127', details })
  expect(() => parseRestQuery('/t?rel.a=eq.1')).toThrow(
    expect.objectContaining({
      code: 'PGRST108',
      message: "'rel' is not an embedded resource in this request",
      hint: "Verify that 'rel' is included in the 'select' query parameter.",
    }),
  )
  expect(() => parseOrderParameter('rel(a).desc')).toThrow(
    refused("Ordering by another table ('rel') is not available here."),
  )
  for (const text of ['rel(*)', 'rel()', 'x:rel(id)', '...rel(id)', 'rel!inner(id)']) {
    expect(() => parseSelectParameter(text)).toThrow(refused("Embedding other tables ('rel') is not available here."))
  }
})

test('an unsupported Accept header is refused with an error that lists its media types', () => {
  expect(() => parseAcceptHeader('Text/HTML; q=0.9 , image/png')).toThrow(
    'types are available: text/html; q=0.9, image/png',
  )
})

test('an invalid limit, offset or Range header is refused with an error that names the invalid part', () => {
  const outside = (details: string) => expect.objectContaining({ status: 416, code: 'PGRST103', details })
  expect(() => parseRowRange('-1', undefined, undefined)).toThrow(
    outside('Limit should be greater than or equal to zero.'),
  )
  expect(() => parseRowRange(undefined, '-12', undefined)).toThrow(
    outside('Offset should be greater than or equal to zero.'),
  )
  expect(() => parseRowRange(undefined, undefined, '9-2')).toThrow(
    outside('The lower boundary must be lower than or equal to the upper boundary in the Range header.'),
  )
  for (const text of ['x-1', '-1x', '-', '1x', 'x1', '1.0', '9007199254740992', '12345678901234567']) {
    expect(() => parseRowRange(undefined, text, undefined)).toThrow(
      expect.objectContaining({
        code: 'PGRST100',
        message: `"failed to parse offset (${text})" (line 1, column 1)`,
        details: 'expecting a whole number',
      }),
    )
  }
})

test('an insert with filters or with rows of different columns is refused with the reason', () => {
  const query = { columns: null, conditions: parseRestQuery('/t?a=eq.1').conditions }
  expect(() => parseRequestRows({ a: 1 }, '', query)).toThrow(
    expect.objectContaining({ code: 'PGRST127', details: 'An insert takes no filters.' }),
  )
  for (const rows of [
    [{ a: 1 }, { a: 1, b: 2 }],
    [{ a: 1, b: 2 }, { a: 1 }],
    [{ a: 1 }, {}],
  ]) {
    expect(() => parseRequestRows(rows, '', { columns: null, conditions: [] })).toThrow('All object keys must match')
  }
})

test.each([null, 1, 'text', [], [{ a: 1 }], undefined])('requireBodyObject() refuses the request body %j', (body) => {
  expect(() => requireBodyObject(body)).toThrow(
    expect.objectContaining({ code: 'PGRST102', message: 'Empty or invalid json' }),
  )
})
