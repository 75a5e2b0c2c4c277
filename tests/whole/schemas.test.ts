import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const SCHEMAS = join(import.meta.dirname, '../../supabase/schemas')

test('the declared schema files start with a comment, and replace, alter or drop no object', async () => {
  const files = (await readdir(SCHEMAS)).filter((name) => name.endsWith('.sql'))
  expect(files.length).toBeGreaterThan(10)
  for (const file of files) {
    const sql = await readFile(join(SCHEMAS, file), 'utf8')
    expect(file).toMatch(/^\d\d_[a-z_]+\.sql$/)
    expect(sql, file).toMatch(/^-- /)
    const statements = sql.replace(/--.*$/gm, '')
    expect(statements.match(/\b(or replace|drop|alter (function|trigger|policy))\b/i), file).toBeNull()
  }
})
