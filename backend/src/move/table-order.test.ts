import { expect, test } from 'vitest'
import { inOrder } from './table-order.ts'

/** A table that is called as its oid is. */
function table(oid: string, ...refers: string[]) {
  return { oid, schema: 'public', name: oid, refers }
}

function orderOf(...tables: ReturnType<typeof table>[]): string {
  return inOrder(tables)
    .map(({ name }) => name)
    .join(' ')
}

test('each table comes after all those it refers to', () => {
  expect(orderOf(table('c', 'b'), table('b', 'a'), table('a'))).toBe('a b c')
  expect(orderOf(table('both', 'late', 'early'), table('early'), table('late', 'early'))).toBe('early late both')
})

test('tables that wait for none stay in the order they came in, and none is lost', () => {
  expect(orderOf(table('b'), table('a'), table('c'))).toBe('b a c')
  expect(orderOf()).toBe('')
})

test('a table that is not moved is waited for by none', () => {
  expect(orderOf(table('a', 'elsewhere'), table('b', 'a', 'elsewhere'))).toBe('a b')
})

test('tables that refer to each other in a circle are named, without those that have their place', () => {
  expect(() => orderOf(table('a'), table('b', 'a', 'c'), table('c', 'b'))).toThrow(
    'Tables refer to each other in a circle: public.b, public.c.',
  )
})
