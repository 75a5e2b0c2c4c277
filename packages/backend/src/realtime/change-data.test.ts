import { expect, test } from 'vitest'
import type { RowChange } from '../database/port/row-change.ts'
import {
  canPolicyReadClaims,
  combineRowSecurityPolicies,
  type TableAccess,
} from '../database/port/table-access-store.ts'
import { extractPrimaryKey, renderRowChangeJson } from './change-data.ts'

const change: RowChange = {
  ...{ schema: 'public', table: 'notes', type: 'UPDATE', commit_timestamp: '2026-03-05T10:00:00.123456+00:00' },
  columns: [],
  primary_key: ['id'],
  record: { id: 1, text: 'hello', secret: 'x' },
  old_record: { id: 1, text: 'hi', secret: 'y' },
  truncated: false,
}
const access: TableAccess = {
  columns: [
    { name: 'id', type: 'int4' },
    { name: 'text', type: 'text' },
  ],
  primaryKey: ['id'],
  isRowSecured: true,
  rule: '(true)',
  readsClaims: false,
}
const all = { select: null, namesKey: false }
const shown = (of: RowChange, select: string[] | null = null) =>
  JSON.parse(renderRowChangeJson(of, access, { select, namesKey: false }))

test('the data of a Realtime change contains names and values of only those columns that the role may select', () => {
  expect(shown(change)).toEqual({
    ...{ schema: 'public', table: 'notes', type: 'UPDATE', commit_timestamp: '2026-03-05T10:00:00.123456+00:00' },
    columns: access.columns,
    record: { id: 1, text: 'hello' },
    old_record: { id: 1, text: 'hi' },
    errors: null,
  })
})

test('the Realtime data of an INSERT has no old_record, and that of a DELETE has no record', () => {
  expect(Object.keys(shown({ ...change, type: 'INSERT', old_record: null }))).not.toContain('old_record')
  expect(Object.keys(shown({ ...change, type: 'DELETE', record: null }))).not.toContain('record')
  expect(Object.keys(shown({ ...change, type: 'INSERT' }))).not.toContain('old_record')
  expect(Object.keys(shown({ ...change, type: 'DELETE' }))).not.toContain('record')
})

test('the Realtime data of an UPDATE omits record or old_record when the new or old row is unknown', () => {
  expect(Object.keys(shown({ ...change, record: null }))).not.toContain('record')
  expect(Object.keys(shown({ ...change, old_record: null }))).not.toContain('old_record')
})

test('the data of a Realtime change omits a column that the row does not contain, even one named __proto__', () => {
  const odd = { ...access, columns: [...access.columns, { name: '__proto__', type: 'text' }] }
  expect(Object.keys(JSON.parse(renderRowChangeJson(change, odd, all)).record)).toEqual(['id', 'text'])
})

test('the Realtime data of a DELETE under row-level security contains only the primary key of the deleted row', () => {
  const deleted: RowChange = { ...change, type: 'DELETE', record: null }
  expect(shown(deleted).old_record).toEqual({ id: 1 })
  const open = JSON.parse(renderRowChangeJson(deleted, { ...access, isRowSecured: false }, all))
  expect(open.old_record).toEqual({ id: 1, text: 'hi' })
})

test('the Realtime data of a DELETE under row-level security contains a text key only if the subscription filter names that key', () => {
  const named: TableAccess = { ...access, columns: [{ name: 'id', type: 'text' }, ...access.columns.slice(1)] }
  const deleted: RowChange = { ...change, type: 'DELETE', record: null, old_record: { id: 'a_name', text: 'hi' } }
  const old = (table: TableAccess, namesKey: boolean) =>
    JSON.parse(renderRowChangeJson(deleted, table, { select: null, namesKey })).old_record
  expect(old(named, false)).toEqual({})
  expect(old(named, true)).toEqual({ id: 'a_name' })
  expect(old({ ...named, isRowSecured: false }, false)).toEqual({ id: 'a_name', text: 'hi' })
})

test('a Realtime subscription with selected columns always includes the primary key and never an unreadable column', () => {
  expect(shown(change, ['text', 'secret']).record).toEqual({ id: 1, text: 'hello' })
  expect(shown(change, []).record).toEqual({ id: 1 })
})

test('extractPrimaryKey returns null for a change that lacks a primary key column', () => {
  expect(extractPrimaryKey(change, ['id'])).toEqual({ id: 1 })
  expect(extractPrimaryKey(change, ['other'])).toBeNull()
  expect(extractPrimaryKey(change, [])).toBeNull()
  expect(extractPrimaryKey(change, ['id', 'other'])).toBeNull()
  expect(extractPrimaryKey({ ...change, record: null, old_record: null }, ['id'])).toBeNull()
})

test('extractPrimaryKey returns the primary key of the new row, or that of the old row for a deleted row', () => {
  expect(extractPrimaryKey({ ...change, record: { id: 2 } }, ['id'])).toEqual({ id: 2 })
  expect(extractPrimaryKey({ ...change, record: null }, ['id'])).toEqual({ id: 1 })
})

test.each([
  ["(key = 'open_seats'::text)", false],
  ['true', false],
  ["((public = true) AND (kind = ANY (ARRAY['a'::text, 'b'::text])))", true], // independent of claims, but the check can't detect that
  ["(note = 'auth.uid() = id'::text)", false],
  ['(owner = auth.uid())', true],
  ["((current_setting('request.jwt.claims'::text, true))::json ->> 'sub'::text) = owner", true],
  ['(owner = CURRENT_USER)', true],
  ['(EXISTS ( SELECT 1 FROM members WHERE members.id = notes.id))', true],
  ['(owner = "my fn"(id))', true],
])('canPolicyReadClaims() for the row-level security policy %s returns %s', (policy, outcome) => {
  expect(canPolicyReadClaims(policy)).toBe(outcome)
})

test('combineRowSecurityPolicies() joins permissive policies with OR and restrictive policies with AND, as PostgreSQL does', () => {
  const open = (rule: string) => ({ permissive: true, rule })
  const narrow = (rule: string) => ({ permissive: false, rule })
  expect(combineRowSecurityPolicies([])).toBeNull()
  expect(combineRowSecurityPolicies([narrow('a')])).toBeNull()
  expect(combineRowSecurityPolicies([open('a')])).toBe('((a))')
  expect(combineRowSecurityPolicies([open('a'), narrow('c'), open('b or x'), narrow('d')])).toBe(
    '((a) or (b or x)) and (c) and (d)',
  )
})
