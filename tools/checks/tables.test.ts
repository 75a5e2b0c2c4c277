import { expect, test } from 'vitest'
import { findUnsafeLookupTables } from './tables.ts'

test.each([
  'const known: Record<string, RegExp> = {\n  a: /a/,\n}',
  'export const types: Readonly<Record<string, readonly string[]>> = { a: [] }',
  'const known: Partial<Record<string, number>> = Object.fromEntries(pairs)',
])('findUnsafeLookupTables reports a lookup table that inherits from Object.prototype: %s', (text) => {
  expect(findUnsafeLookupTables('some.ts', text)).toEqual([
    expect.stringMatching(/^some.ts (known|types) is a lookup table/),
  ])
})

test.each([
  "const known = new Map([['a', /a/]])",
  "const known: Record<Operator, string> = { eq: '=' }",
  "const known: Record<string, string> = { a: 'b' }\nconst found = Object.hasOwn(known, word) ? known[word] : null",
  'function read(params: Record<string, string>) {}',
])('findUnsafeLookupTables accepts a Map, a table with fixed keys, and one read with Object.hasOwn: %s', (text) => {
  expect(findUnsafeLookupTables('some.ts', text)).toEqual([])
})
