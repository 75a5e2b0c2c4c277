import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { readConfig } from '@site/backend/config'
import { migrateDatabase } from '@site/backend/database/migrations/migrate'
import { openDatabase } from '@site/backend/database/open'
import type { Database } from '@site/backend/database/port/database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillEveryColumn } from '../../../tests/support/every-column/fill-every-column.ts'
import { findEmptyColumns, qualifiedName, readTables } from '../../../tests/support/every-column/read-tables.ts'
import { createDatabase, dropDatabase, runSql } from '../../../tests/support/postgres.ts'
import { pushMigrations } from '../../../tests/support/push-migrations.ts'
import { getSharedTestFixture } from '../../../tests/support/shared-fixtures.ts'
import { createFakeSupabaseProject } from '../../../tests/support/supabase-project.ts'
import { createTemporaryFolder, type TemporaryFolder } from '../../../tests/support/temporary-folder.ts'
import { SITE_MIGRATIONS } from '../migrations.ts'
import { moveSite, type SiteMoveParameters } from './move-site.ts'

// Every direction in which a site can move, with a value in every column of every table.

const SLOW = 600_000
const NOT_MOVED = ['supabase_migrations', 'site_move']

let folder: TemporaryFolder
let servers: string[]
beforeAll(async () => {
  folder = await createTemporaryFolder('move-every-column-')
  const server = await getSharedTestFixture('postgres')
  const name = () => `every_column_${randomBytes(4).toString('hex')}`
  servers = await Promise.all([name(), name(), name(), name()].map((each) => createDatabase(server, each)))
}, SLOW)
afterAll(async () => {
  const server = await getSharedTestFixture('postgres')
  for (const url of servers) await dropDatabase(server, new URL(url).pathname.slice(1))
  await folder[Symbol.asyncDispose]()
}, SLOW)

/** The services of a Supabase project own these schemas: accounts are copied to its tables, and files are uploaded. */
const OF_SERVICES = /^(auth|storage)\./

/** Opens the database with this address, or the own PostgreSQL for null, and closes it after `run`. */
async function on<T>(databaseUrl: string | null, run: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase({ databaseUrl, dataDir: folder.path })
  try {
    return await run(database)
  } finally {
    await database.close()
  }
}

/** Returns every row of every table that moves, as text, by table. */
function readAll(database: Database): Promise<Record<string, unknown[]>> {
  return database.scriptTransaction(async (session) => {
    await session.script(`set local search_path = ''`)
    const found: Record<string, unknown[]> = {}
    for (const table of (await readTables(session)).filter(({ schema }) => !NOT_MOVED.includes(schema))) {
      const name = qualifiedName(table)
      found[name] = await session.query(`select t::text as row from ${name} t order by t::text collate "C"`)
    }
    return found
  })
}

type MoveOptions = { access?: SiteMoveParameters['access']; dryRun?: boolean }

async function move(from: string | null, to: string | null, { access = null, dryRun = false }: MoveOptions = {}) {
  const env = { DATA_DIR: folder.path, ...(from === null ? {} : { DATABASE_URL: from }) }
  const progress = { step: () => {}, advance: () => {}, signal: new AbortController().signal }
  return on(from, (source) => moveSite({ source, config: readConfig(env), to: to ?? 'own', access, dryRun, progress }))
}

test(
  'a move copies every column of every table exactly: PostgreSQL to PostgreSQL, to the own PostgreSQL, and back to PostgreSQL',
  async () => {
    const [first = '', second = '', third = '', fourth = ''] = servers
    const rows = await on(first, async (database) => {
      await migrateDatabase(database, SITE_MIGRATIONS)
      await database.scriptTransaction((session) => fillEveryColumn(session, 'moved'))
      expect(await database.scriptTransaction(findEmptyColumns)).toEqual([])
      const filled = await readAll(database)
      // A start of the next version applies changed platform scripts again, to full tables.
      await database.scriptTransaction((session) => session.script('delete from supabase_migrations.platform'))
      await migrateDatabase(database, SITE_MIGRATIONS)
      expect(await readAll(database)).toEqual(filled)
      return filled
    })
    expect(Object.keys(rows).length).toBeGreaterThan(25)
    // The own PostgreSQL is the target twice: its rows of the first time are set aside.
    for (const [from, to] of [
      [first, second],
      [second, null],
      [null, third],
      [third, null],
      [null, fourth],
    ] as const) {
      const preview = await move(from, to, { dryRun: true })
      if (to !== null)
        expect(await runSql(to, `select from pg_namespace where nspname ~ '^(auth|site_move)$'`)).toEqual([])
      const { tables } = await move(from, to)
      expect(tables).toEqual(preview.tables)
      expect(tables.reduce((sum, table) => sum + table.rows, 0)).toBe(Object.values(rows).flat().length)
      expect(await on(to, readAll)).toEqual(rows)
    }
    const names = readdirSync(folder.path).filter((name) => /^postgres|preview/.test(name))
    expect(names).toEqual(['postgres', expect.stringMatching(/^postgres\.moved-/)])
  },
  SLOW,
)

test(
  'a move into a Supabase project copies every column of the site’s own tables exactly, and every account',
  async () => {
    await using project = await createFakeSupabaseProject()
    await pushMigrations(project.url)
    const server = await getSharedTestFixture('postgres')
    const source = await createDatabase(server, `every_column_${randomBytes(4).toString('hex')}`)
    servers.push(source)
    const rows = await on(source, async (database) => {
      await migrateDatabase(database, SITE_MIGRATIONS)
      await database.scriptTransaction(async (session) => {
        await fillEveryColumn(session, 'moved')
        await session.script('delete from storage.objects; delete from storage.buckets') // they have no files to upload
      })
      return readAll(database)
    })
    const access = { url: project.storageUrl, secret_key: project.secretKey }
    const before = await on(project.asSuperuser, readAll)
    const { leftBehind } = await move(source, project.url, { access, dryRun: true })
    expect(leftBehind).toContainEqual({ name: 'auth.sessions', rows: rows['auth.sessions']?.length })
    expect(await on(project.asSuperuser, readAll)).toEqual(before)
    await move(source, project.url, { access })
    const arrived = await on(project.asSuperuser, readAll)
    for (const [table, expected] of Object.entries(rows).filter(([name]) => !OF_SERVICES.test(name))) {
      expect([table, arrived[table]]).toEqual([table, expected])
    }
    for (const table of ['users', 'identities', 'mfa_factors', 'audit_log_entries'].map((name) => `auth.${name}`)) {
      expect([table, arrived[table]?.length]).toEqual([table, rows[table]?.length])
    }
  },
  SLOW,
)
