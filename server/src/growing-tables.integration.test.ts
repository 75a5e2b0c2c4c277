import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { createDatabase, dropDatabase, runSql } from '../../tests/support/postgres.ts'
import { getSharedTestFixture } from '../../tests/support/shared-fixtures.ts'

const SECURITY = join(import.meta.dirname, '../../docs/security.md')
const SLOW = 120_000
const named = v.array(v.object({ name: v.string() }))

async function queryNames(statement: string): Promise<string[]> {
  const server = await getSharedTestFixture('postgres')
  const database = `growing_tables_${process.pid}`
  const address = await createDatabase(server, database, await getSharedTestFixture('database-template'))
  try {
    return v.parse(named, await runSql(address, statement)).map(({ name }) => name)
  } finally {
    await dropDatabase(server, database)
  }
}

test(
  'docs/security.md lists every table of the database once: with its growth and its end, or as one to which only operators and the server add rows',
  async () => {
    const section = /## Rows that anyone can add\n([\s\S]*?)\n## /.exec(await readFile(SECURITY, 'utf8'))?.[1] ?? ''
    const growing = Array.from(section.matchAll(/^\| `(\w+\.\w+)` \|(.*)\|(.*)\|$/gm), ([, name = '', ...cells]) => {
      expect(
        cells.map((cell) => cell.trim()),
        name,
      ).not.toContain('')
      return name
    })
    const others =
      /Only operators and the server add rows to ([^.]*(?:\.\w[^.]*)*)\./.exec(section.replaceAll('\n', ' '))?.[1] ?? ''
    const still = Array.from(others.matchAll(/`(\w+\.\w+)`/g), ([, name = '']) => name)
    const catalogue = await queryNames(`
      select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema')`)
    expect([...growing, ...still].sort()).toEqual(catalogue.sort())
  },
  SLOW,
)

test(
  'every foreign key whose rows follow a deletion has an index, so that a deletion reads no whole table',
  async () => {
    const lacking = await queryNames(`
      select k.conrelid::regclass || '.' || a.attname as name from pg_constraint k
      join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
      where k.contype = 'f' and k.confdeltype in ('c', 'n', 'd', 'a', 'r') and not exists (
        select from pg_index i where i.indrelid = k.conrelid and i.indkey[0] = k.conkey[1])`)
    expect(lacking).toEqual([])
  },
  SLOW,
)
