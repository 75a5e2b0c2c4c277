import { expect, test } from 'vitest'
import type { MovedTable } from '../catalogue.ts'
import { pairAccountTables } from './account-tables.ts'

function table(schema: string, name: string, columns: Record<string, string>): MovedTable {
  const listed = Object.entries(columns).map(([column, type]) => ({
    name: column,
    type,
    hasCollation: type !== 'uuid',
  }))
  return { schema, name, columns: listed, key: ['id'] }
}

const ours = table('auth', 'mfa_factors', { id: 'uuid', secret: 'text', status: 'text', last_used_step: 'bigint' })
const theirs = table('auth', 'mfa_factors', { status: 'auth.factor_status', id: 'uuid', more: 'text', secret: 'text' })

test('pairAccountTables pairs the columns that both databases have, in the source order and with the target types', () => {
  const { pairs, missing } = pairAccountTables([ours], [theirs])
  expect(missing).toEqual([])
  const [pair] = pairs
  expect(pair?.from.columns.map(({ name }) => name)).toEqual(['id', 'secret', 'status'])
  expect(pair?.into.columns.map(({ name, type }) => [name, type])).toEqual([
    ['id', 'uuid'],
    ['secret', 'text'],
    ['status', 'auth.factor_status'],
  ])
  expect(pair?.into.isForeign).toBe(true)
  expect(pair?.from.columns.filter(({ isEmptyForNull }) => isEmptyForNull)).toHaveLength(1)
})

test('pairAccountTables fills a column that only the Supabase project has with the value that GoTrue writes', () => {
  const [pair] = pairAccountTables(
    [table('auth', 'users', { id: 'uuid' })],
    [table('auth', 'users', { id: 'uuid', confirmation_token: 'text' })],
  ).pairs
  expect(pair?.into.constants).toEqual({ confirmation_token: '' })
})

test('pairAccountTables lists source tables and columns that the Supabase project lacks or that have no mapping', () => {
  const named = (source: MovedTable, target: MovedTable[]) => pairAccountTables([source], target).missing
  expect(named(ours, [])).toEqual(['the table auth.mfa_factors'])
  expect(named(ours, [table('auth', 'mfa_factors', { id: 'uuid', secret: 'text' })])).toEqual([
    'the column status of auth.mfa_factors',
  ])
  expect(named(table('auth', 'badges', { id: 'uuid' }), [])).toEqual(['a way for the table auth.badges'])
})

test('pairAccountTables pairs application tables unchanged, and omits storage and session tables', () => {
  const own = table('public', 'early_access_users', { id: 'uuid' })
  const left = [table('storage', 'objects', { id: 'uuid' }), table('auth', 'sessions', { id: 'uuid' })]
  expect(pairAccountTables([own, ...left], [])).toEqual({ pairs: [{ from: own, into: own }], missing: [] })
})
