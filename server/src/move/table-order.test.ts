import { expect, test } from 'vitest'
import { sortTablesByReference } from './table-order.ts'

/** Creates a table whose name equals its oid and that references the given tables. */
function table(oid: string, ...refers: string[]) {
  return { oid, schema: 'public', name: oid, refers }
}

function orderOf(...tables: ReturnType<typeof table>[]): string {
  return sortTablesByReference(tables)
    .map(({ name }) => name)
    .join(' ')
}

test('inOrder sorts each table after all tables that its foreign keys reference', () => {
  expect(orderOf(table('c', 'b'), table('b', 'a'), table('a'))).toBe('a b c')
  expect(orderOf(table('both', 'late', 'early'), table('early'), table('late', 'early'))).toBe('early late both')
})

test('inOrder keeps the order of tables without foreign keys, and returns every table', () => {
  expect(orderOf(table('b'), table('a'), table('c'))).toBe('b a c')
  expect(orderOf()).toBe('')
})

test('inOrder ignores a foreign key to a table that is not moved', () => {
  expect(orderOf(table('a', 'elsewhere'), table('b', 'a', 'elsewhere'))).toBe('a b')
})

test('inOrder throws for a foreign-key cycle and names only the tables in the cycle', () => {
  expect(() => orderOf(table('a'), table('b', 'a', 'c'), table('c', 'b'))).toThrow(
    'Tables refer to each other in a circle: public.b, public.c.',
  )
})
