import { cp } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { TEST_ENGINES } from '../support/engines.ts'
import { getSharedTestFixture } from '../support/shared-fixtures.ts'
import { startBackend, type TestBackend } from '../support/start-backend.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import { runAdminOnBackend } from './admin-run.ts'

// Tests of the warning when DATABASE_URL was set or removed without moving the data: the site then starts on an empty database,
// although its previous database contains sign-ups.

const SLOW = 300_000

async function signUp(backend: TestBackend): Promise<void> {
  expect((await backend.client().from('early_access_users').insert(createTestVisitor())).error).toBeNull()
}

const attention = (backend: TestBackend) =>
  backend
    .log()
    .match(/Attention: .*$/gm)
    ?.at(-1) ?? null

/**
 * Returns the warnings that another database contains the site's sign-ups: from the log of the last start, and from `doctor`, whose
 * exit code is 1 with a warning.
 */
async function warnings(backend: TestBackend) {
  const { code, out } = await runAdminOnBackend(backend, ['doctor'])
  const line = out.match(/^.*✗ database .*$/m)?.[0] ?? null
  return { start: attention(backend), doctor: line, code }
}

/**
 * Asserts that both the server's start and the CLI command `doctor` warn that another database contains sign-ups, and that neither
 * warns any more after a sign-up in the current database.
 */
async function expectWarningUntilSignUp(backend: TestBackend, sentence: string): Promise<void> {
  expect(await warnings(backend)).toEqual({
    start: `Attention: ${sentence}`,
    doctor: expect.stringContaining(sentence),
    code: 1,
  })
  await signUp(backend)
  await backend.stop()
  const before = backend.log()
  await backend.start()
  expect(backend.log().slice(before.length)).not.toContain('Attention')
  expect((await warnings(backend)).doctor).toBeNull()
}

const NOTHING = { start: null, doctor: null, code: 0 }

if (TEST_ENGINES.includes('postgres') && TEST_ENGINES.includes('pglite')) {
  test(
    'server start and doctor warn about an empty PostgreSQL while the embedded database has sign-ups, until the first sign-up',
    async () => {
      await using folder = await createTemporaryFolder('other-')
      await cp(await getSharedTestFixture('data-template'), folder.path, { recursive: true })
      {
        await using embedded = await startBackend({ dataDir: folder.path })
        await signUp(embedded)
        expect(await warnings(embedded)).toEqual(NOTHING)
      }
      await using backend = await startBackend({ engine: 'postgres', dataDir: folder.path })
      const { host, pathname } = new URL(backend.databaseUrl ?? '')
      const sentence = `PostgreSQL at ${host}${pathname} has no people in it, and the embedded database in ${folder.path} holds 1 sign-up: start without DATABASE_URL and move them with npm run admin -- move --to postgres://…`
      await expectWarningUntilSignUp(backend, sentence)
    },
    SLOW,
  )

  test(
    'server start and doctor warn about an empty embedded database after a run on PostgreSQL, until the first sign-up',
    async () => {
      await using folder = await createTemporaryFolder('other-')
      let name = ''
      {
        await using server = await startBackend({ engine: 'postgres', dataDir: folder.path })
        await signUp(server)
        const { host, pathname } = new URL(server.databaseUrl ?? '')
        name = `${host}${pathname}`
        expect(await warnings(server)).toEqual(NOTHING)
      }
      await using backend = await startBackend({ dataDir: folder.path })
      const sentence = `This embedded database has no people in it, and the site ran on PostgreSQL at ${name} before: set DATABASE_URL, or move the data here with npm run admin -- move --to embedded`
      await expectWarningUntilSignUp(backend, sentence)
    },
    SLOW,
  )
}

for (const engine of TEST_ENGINES) {
  test(
    `the first start of a new site and doctor print no warning about another database (${engine})`,
    async () => {
      await using backend = await startBackend({ engine })
      expect(await warnings(backend)).toEqual(NOTHING)
    },
    SLOW,
  )
}
