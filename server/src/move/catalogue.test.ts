import { expect, test } from 'vitest'
import { sortByReference } from './catalogue.ts'

/** Creates a table whose name equals its oid and that references the given tables. */
function table(oid: string, ...refers: string[]) {
  return { oid, name: oid, refers }
}

function orderOf(...tables: ReturnType<typeof table>[]): string {
  return sortByReference(tables)
    .map(({ name }) => name)
    .join(' ')
}

test('sortByReference sorts each table after all tables that it references, and keeps the order otherwise', () => {
  expect(orderOf(table('c', 'b'), table('b', 'a'), table('a'))).toBe('a b c')
  expect(orderOf(table('both', 'late', 'early'), table('early'), table('late', 'early'))).toBe('early late both')
  expect(orderOf(table('b'), table('a'), table('c'))).toBe('b a c')
  expect(orderOf()).toBe('')
})

test('sortByReference ignores a foreign key to a table that is not moved', () => {
  expect(orderOf(table('a', 'elsewhere'), table('b', 'a', 'elsewhere'))).toBe('a b')
})

test('sortByReference throws for a cycle and names only the tables in it', () => {
  const outside = [table('a'), table('d', 'b'), table('e', 'd')]
  expect(() => orderOf(...outside, table('b', 'a', 'c'), table('c', 'b'))).toThrow(
    /^Tables refer to each other in a circle: b, c$/,
  )
})
