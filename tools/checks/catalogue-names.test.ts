import { expect, test } from 'vitest'
import { findCatalogueNameLookups } from './catalogue-names.ts'

const SQL = 'supabase/migrations/20261124110000_some.sql'

test.each([
  "select from pg_trigger where tgrelid = format('%I.%I', schemaname, tablename)::regclass",
  "select from pg_trigger where tgrelid = '%I.x'::regclass",
  'select cast(relname as regclass) from pg_class',
  'select tgrelid::regclass::text from pg_trigger',
  'select to_regclass(relname) from pg_class',
  "select to_regclass('a' || relname) from pg_class",
  'declare found regclass;',
  "select from pg_class where has_table_privilege(relname, 'select')",
  'select pg_get_serial_sequence(relname, attname) from pg_class',
  'select pg_relation_size (relname) from pg_class',
])('findCatalogueNameLookups reports SQL that looks up a database object by name: %s', (sql) => {
  expect(findCatalogueNameLookups({ path: SQL, text: sql })).not.toEqual([])
  expect(
    findCatalogueNameLookups({ path: 'packages/backend/src/some.ts', text: `const query = sql\`${sql}\`` }),
  ).not.toEqual([])
  expect(
    findCatalogueNameLookups({ path: 'packages/backend/src/some.ts', text: `run(${JSON.stringify(sql)})` }),
  ).not.toEqual([])
})

test.each([
  "select from pg_depend where classid = 'pg_class'::regclass",
  "select to_regclass('auth.users') is null",
  'select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace',
  '-- never casts a name to regclass',
])('findCatalogueNameLookups accepts a constant name, a join by oid, and a comment: %s', (sql) => {
  expect(findCatalogueNameLookups({ path: SQL, text: sql })).toEqual([])
})

test('findCatalogueNameLookups reports an interpolated value cast to regclass, but not in tests or website files', () => {
  const text = 'const query = sql`select ${name}::regclass`'
  expect(findCatalogueNameLookups({ path: 'packages/backend/src/some.ts', text })).toHaveLength(1)
  for (const path of ['website/app/some.ts', 'packages/backend/src/some.test.ts', 'tests/rules/some.ts'])
    expect(findCatalogueNameLookups({ path, text })).toEqual([])
})
