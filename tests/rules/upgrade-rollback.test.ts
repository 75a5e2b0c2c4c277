import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { waitForMails } from '../support/mail-box.ts'
import { createDatabase, dropDatabase, runSql } from '../support/postgres.ts'
import { getSharedTestFixture } from '../support/shared-fixtures.ts'
import { startBackend, type TestBackend } from '../support/start-backend.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import { runAdminJson, runAdminOnBackend, runAdminWithEnvironment } from './admin-run.ts'
import { createMember, type SignedInMember } from './auth-member.ts'
import { readRestorable } from './data-folder.ts'
import { type RowsByTable, readPostgresRows } from './moved-site.ts'
import { copyNewerProgram, type NewerProgram } from './newer-program.ts'
import { runServerUntilExit } from './run-until-exit.ts'

// Tests an upgrade by one version and the return to the older version, with data, as docs/deploy.md describes them.

const MAIL_TIMEOUT = { within: 60_000 }
/** Matches the output of a server that has started and listens; the test then stops the server. */
const STARTED = /https?:\/\//
const VERSIONS = 'select version from supabase_migrations.schema_migrations order by version'

let newer: NewerProgram
beforeAll(async () => {
  newer = await copyNewerProgram()
})
afterAll(() => newer[Symbol.asyncDispose]())

/**
 * Fills the site with a sign-up, a message, a signed-in account, a file and a changed setting. Pauses mail delivery, so that no row
 * changes afterwards.
 */
async function fill(backend: TestBackend): Promise<{ member: SignedInMember; guest: { name: string; email: string } }> {
  const [operator, guest] = [backend.secretClient(), createTestVisitor()]
  const member = await createMember(backend)
  expect((await backend.client().from('early_access_users').insert(guest)).error).toBeNull()
  expect(
    (await operator.from('contact_messages').insert({ ...createTestVisitor(), message: 'Hello.' })).error,
  ).toBeNull()
  expect(
    (await operator.storage.from('downloads').upload('1.0.0/Setup.exe', Buffer.alloc(2_000_000, 7))).error,
  ).toBeNull()
  await runAdminJson(backend, ['spots', 'set', '50', '--reason', 'a test'])
  await waitForMails(backend, guest.email, MAIL_TIMEOUT)
  await runAdminJson(backend, ['mail', 'pause', '--reason', 'nothing moves any more'])
  return { member, guest }
}

const emails = (rows: RowsByTable) => (rows['public.early_access_users'] ?? []).map((row) => JSON.stringify(row)).join()

/** Returns a pattern for the error that an older program prints when it starts on a newer database. */
function refusal(): RegExp {
  return new RegExp(
    `^[^\\n]*The database was changed by a newer version of this program \\(migration ${newer.newest}; this one knows ${newer.newestOfThis}\\)\\. Start that version again, or restore the backup made before the upgrade \\(docs/deploy\\.md\\)\\.\\n$`,
  )
}

/** Asserts that the session and the sign-up from before the upgrade still exist, and that the site accepts new sign-ups. */
async function expectSiteWorks(
  backend: TestBackend,
  { member, guest }: Awaited<ReturnType<typeof fill>>,
): Promise<void> {
  const { data, error } = await backend.client().auth.refreshSession({ refresh_token: member.session.refresh_token })
  expect([error, data.user?.email]).toEqual([null, member.email])
  const again = await backend.client().from('early_access_users').insert(guest)
  expect(again.error?.code).toBe('23505')
  expect((await backend.client().from('early_access_users').insert(createTestVisitor())).error).toBeNull()
}

/** Returns the newest migration that a database has applied, from all its rows. */
function newestIn(rows: RowsByTable): string | undefined {
  const applied = JSON.stringify(rows['supabase_migrations.schema_migrations'])
  return [newer.newest, newer.newestOfThis].find((version) => applied.includes(`"${version}"`))
}

test('an older version refuses to start on an upgraded database, and works again with all data after restoring a backup', async () => {
  await using folder = await createTemporaryFolder('go-back-')
  const [dataDir, backups] = [join(folder.path, 'data'), join(folder.path, 'backups')]
  await using before = await startBackend({ empty: true, dataDir })
  const filled = await fill(before)
  const { file } = await runAdminJson(before, ['backup', '--backups', backups])
  await before.stop()
  const backedUp = await readRestorable(dataDir)
  expect(emails(backedUp.rows)).toContain(filled.guest.email)
  expect(newestIn(backedUp.rows)).toBe(newer.newestOfThis)

  const env = { SITE_URL: before.url, SUPABASE_SECRET_KEY: before.secretKey }
  const late = createTestVisitor()
  {
    await using upgraded = await startBackend({ dataDir, env, program: newer.main })
    expect((await upgraded.client().from('early_access_users').insert(late)).error).toBeNull()
  }
  const upgradedData = await readRestorable(dataDir)
  expect(newestIn(upgradedData.rows)).toBe(newer.newest)
  const refused = await runServerUntilExit({ DATA_DIR: dataDir, PORT: '0' }, STARTED)
  expect(refused).toEqual({ code: 1, output: expect.stringMatching(refusal()) })
  expect(await readRestorable(dataDir)).toEqual(upgradedData)

  const restored = await runAdminWithEnvironment(['restore', file, '--replace', '--yes'], { DATA_DIR: dataDir })
  expect(restored).toMatchObject({ code: 0, err: '' })
  const aside = /The data that was there is now in (.*)\.$/m.exec(restored.out)?.[1] ?? ''
  // The archive has a list of erased people, also an empty one, which the restore leaves beside the data.
  const files = { ...backedUp.files, 'erased-people.txt': expect.any(String) }
  expect(await readRestorable(dataDir)).toEqual({ ...backedUp, files })
  {
    await using back = await startBackend({ dataDir, env })
    await expectSiteWorks({ ...back, secretKey: before.secretKey }, filled)
  }
  // The restore has kept the replaced data folder, which still contains the sign-up that was made after the upgrade.
  await using upgradedAgain = await startBackend({ dataDir: aside, env, program: newer.main })
  const { out } = await runAdminOnBackend({ ...upgradedAgain, secretKey: before.secretKey }, [
    'signups',
    'export',
    '--json',
  ])
  expect(out).toContain(late.email)
})

test('an older version refuses to start on an upgraded database, and works with the copy made before the upgrade', async () => {
  const server = await getSharedTestFixture('postgres')
  const [name, copy] = ['go_back', 'go_back_before']
  await using cleanUp = new AsyncDisposableStack()
  for (const each of [name, copy]) {
    await dropDatabase(server, each)
    cleanUp.defer(() => dropDatabase(server, each))
  }
  await using folder = await createTemporaryFolder('go-back-')
  const [dataDir, databaseUrl] = [folder.path, await createDatabase(server, name)]
  await using before = await startBackend({ dataDir, databaseUrl })
  const filled = await fill(before)
  await before.stop()
  const copyUrl = await createDatabase(server, copy, name) // copies the database, as a backup with pg_dump and pg_restore would
  const rows = await readPostgresRows(databaseUrl)
  expect(emails(rows)).toContain(filled.guest.email)

  const env = { SITE_URL: before.url, SUPABASE_SECRET_KEY: before.secretKey }
  {
    await using upgraded = await startBackend({ dataDir, databaseUrl, env, program: newer.main })
    expect((await upgraded.client().from('early_access_users').insert(createTestVisitor())).error).toBeNull()
  }
  const newerRows = await readPostgresRows(databaseUrl)
  const refused = await runServerUntilExit({ DATA_DIR: dataDir, PORT: '0', DATABASE_URL: databaseUrl }, STARTED)
  expect(refused).toEqual({ code: 1, output: expect.stringMatching(refusal()) })
  expect(await readPostgresRows(databaseUrl)).toEqual(newerRows)
  expect((await runSql(databaseUrl, VERSIONS)).at(-1)).toEqual({ version: newer.newest })

  expect(await readPostgresRows(copyUrl)).toEqual(rows)
  await using back = await startBackend({ dataDir, databaseUrl: copyUrl, env })
  await expectSiteWorks({ ...back, secretKey: before.secretKey }, filled)
  expect((await runSql(copyUrl, VERSIONS)).at(-1)).toEqual({ version: newer.newestOfThis })
})
