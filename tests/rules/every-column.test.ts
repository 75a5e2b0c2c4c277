import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { object, parse, record, string, unknown } from 'valibot'
import { expect, test } from 'vitest'
import { fillEveryColumn } from '../support/every-column/fill-every-column.ts'
import { type FillSession, findEmptyColumns } from '../support/every-column/read-tables.ts'
import { getSharedTestFixture } from '../support/shared-fixtures.ts'
import { startBackend } from '../support/start-backend.ts'
import { openStoppedDatabase } from '../support/stopped-database.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'
import { runAdminJson, runAdminWithEnvironment } from './admin-run.ts'
import { readRestorable } from './data-folder.ts'

// Backup and restore of a site in which every column of every table has a value (tests/support/every-column).

const PERSON = 'erased-0@guests.example.com'

/** The server replaces these rows at its start by the targets in WEBHOOKS, of which the test has none. */
const CONFIGURED = 'private.webhook_targets'

/** Fills the database of a data folder, which no server uses. Mail is paused, so that no row changes while the server runs. */
async function fill(dataDir: string): Promise<void> {
  await using database = await openStoppedDatabase(dataDir)
  const session: FillSession = {
    query: async (statement, values) => (await database.query<Record<string, unknown>>(statement, values)).rows,
    script: async (statements) => void (await database.query(statements)),
  }
  for (const label of ['stays', 'erased']) await fillEveryColumn(session, label)
  await session.script(`update public.app_settings set value = 'true' where key = 'mail_paused'`)
  expect(await findEmptyColumns(session)).toEqual([])
}

/** Returns each column, as `schema.table.column`, that is null in every row, and each table without rows. */
function emptyColumns(tables: Record<string, unknown[]>): string[] {
  return Object.entries(tables).flatMap(([table, rows]) => {
    const all = rows.map((each) => parse(object({ row: record(string(), unknown()) }), each).row)
    const columns = Object.keys(all[0] ?? {})
    if (columns.length === 0) return [table]
    return columns.filter((column) => all.every((row) => row[column] === null)).map((column) => `${table}.${column}`)
  })
}

test('a restored backup has every row and every column of every table, also after a person was exported and erased', async () => {
  await using folder = await createTemporaryFolder('every-column-')
  const dataDir = join(folder.path, 'data')
  const [backups, target] = [join(folder.path, 'backups'), join(folder.path, 'restored')]
  cpSync(await getSharedTestFixture('data-template'), dataDir, { recursive: true })
  await fill(dataDir)
  await using backend = await startBackend({ dataDir })
  expect(await runAdminJson(backend, ['privacy', 'export', PERSON])).toMatchObject({
    signups: [{ email: PERSON, further_claims: [expect.any(Object)] }],
    messages: [{ email: PERSON, answers: [expect.any(Object), expect.any(Object)] }],
  })
  const erase = ['privacy', 'erase', PERSON, '--yes', '--backups', backups]
  expect(await runAdminJson(backend, erase)).toMatchObject({ done: true, signups: 1, messages: 1, account: true })
  const { file } = await runAdminJson(backend, ['backup', '--backups', backups])
  await backend.stop()
  expect(
    await runAdminWithEnvironment(['restore', file, '--without-missing-files', '--yes'], { DATA_DIR: target }),
  ).toMatchObject({ code: 0 })
  const [original, restored] = [await readRestorable(dataDir), await readRestorable(target)]
  expect(restored.rows).toEqual(original.rows)
  expect(emptyColumns(restored.rows).filter((column) => !column.startsWith(CONFIGURED))).toEqual([])
})
