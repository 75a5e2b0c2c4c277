import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readDatabaseCatalogue } from '../support/catalogue.ts'
import { TEST_ENGINES } from '../support/engines.ts'
import { openTestDatabase } from '../support/sql-session.ts'

// Tests that supabase/schemas (the declared state of the database) and supabase/migrations (the steps to that state) result in the
// same database.

const SLOW = 180_000
const ROOT = join(import.meta.dirname, '../..')
const SCHEMAS = join(ROOT, 'supabase/schemas')
const PLATFORM = join(ROOT, 'backend/src/database/migrations/platform')

async function scriptsIn(folder: string): Promise<{ file: string; sql: string }[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  return Promise.all(files.map(async (file) => ({ file, sql: await readFile(join(folder, file), 'utf8') })))
}

for (const engine of TEST_ENGINES) {
  test(
    `applying the migrations and applying the declared schema result in identical databases (${engine})`,
    async () => {
      await using migrated = await openTestDatabase(engine)
      await using declared = await openTestDatabase(engine, true)
      for (const { sql } of await scriptsIn(PLATFORM)) await declared.script(sql)
      for (const { sql } of await scriptsIn(SCHEMAS)) await declared.script(sql)
      await declared.script('select realtime.sync_publication()')
      const catalogue = await readDatabaseCatalogue(declared)
      expect(Object.keys(catalogue).length).toBeGreaterThan(200)
      expect(
        await readDatabaseCatalogue(migrated),
        'supabase/schemas and supabase/migrations differ: write a migration with the change',
      ).toEqual(catalogue)
    },
    SLOW,
  )
}

test('the declared schema files start with a comment, create each object once, and alter or drop no object', async () => {
  const created: string[] = []
  for (const { file, sql } of await scriptsIn(SCHEMAS)) {
    expect(file).toMatch(/^\d\d_[a-z_]+\.sql$/)
    expect(sql).toMatch(/^-- /)
    const statements = sql.replace(/--.*$/gm, '')
    expect([file, statements.match(/\b(or replace|drop|alter (function|trigger|policy))\b/i)]).toEqual([file, null])
    for (const [, kind, name, more] of statements.matchAll(
      /\bcreate (function|trigger|policy|table|type|index) ([\w.]+)([^$;]*)/g,
    )) {
      const where =
        kind === 'function' ? (/^\([^)]*\)/.exec(more ?? '')?.[0] ?? '') : (/ on [\w.]+/.exec(more ?? '')?.[0] ?? '')
      created.push(`${kind} ${name}${where}`)
    }
  }
  expect(created.length).toBeGreaterThan(100)
  expect(created.filter((name, place) => created.indexOf(name) !== place)).toEqual([])
})
