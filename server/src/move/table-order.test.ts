import { expect, test } from 'vitest'
import { inOrder } from './table-order.ts'

/** Creates a table whose name equals its oid and that references the given tables. */
function table(oid: string, ...refers: string[]) {
  return { oid, schema: 'public', name: oid, refers }
}

function orderOf(...tables: ReturnType<typeof table>[]): string {
  return inOrder(tables)
    .map(({ name }) => name)
    .join(' ')
}

test('sorts each table after all tables it references', () => {
  expect(orderOf(table('c', 'b'), table('b', 'a'), table('a'))).toBe('a b c')
  expect(orderOf(table('both', 'late', 'early'), table('early'), table('late', 'early'))).toBe('early late both')
})

test('keeps the order of tables without references, and returns every table', () => {
  expect(orderOf(table('b'), table('a'), table('c'))).toBe('b a c')
  expect(orderOf()).toBe('')
})

test('ignores a reference to a table that is not moved', () => {
  expect(orderOf(table('a', 'elsewhere'), table('b', 'a', 'elsewhere'))).toBe('a b')
})

test('throws for a reference cycle and names only the tables in it', () => {
  expect(() => orderOf(table('a'), table('b', 'a', 'c'), table('c', 'b'))).toThrow(
    'Tables refer to each other in a circle: public.b, public.c.',
  )
})
