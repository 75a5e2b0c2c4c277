import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const SCHEMAS = join(import.meta.dirname, '../../supabase/schemas')

test('the declared schema files start with a comment, create each object once, and alter or drop no object', async () => {
  const created: string[] = []
  for (const file of (await readdir(SCHEMAS)).filter((name) => name.endsWith('.sql'))) {
    const sql = await readFile(join(SCHEMAS, file), 'utf8')
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
