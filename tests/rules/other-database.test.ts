import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startBackend, type TestBackend } from '../support/start-backend.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import { runAdminOnBackend } from './admin-run.ts'

// Tests of the warning when DATABASE_URL was set or removed without moving the data: the site then starts on an empty database,
// although its previous database contains sign-ups.

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

test('server start and doctor warn about an empty PostgreSQL while DATA_DIR has an own one, until the first sign-up', async () => {
  await using folder = await createTemporaryFolder('other-')
  {
    await using own = await startBackend({ dataDir: folder.path, ownDatabase: true })
    expect(await warnings(own), 'of a new site').toEqual(NOTHING)
    await signUp(own)
    expect(await warnings(own)).toEqual(NOTHING)
  }
  await using backend = await startBackend({ dataDir: folder.path, ownDatabase: false })
  const { host, pathname } = new URL(backend.databaseUrl)
  const sentence = `PostgreSQL at ${host}${pathname} has no people in it, and ${join(folder.path, 'postgres')} holds another database: if that is the site's, start without DATABASE_URL and move it with npm run admin -- move --to postgres://…`
  await expectWarningUntilSignUp(backend, sentence)
})

test('server start and doctor warn about an empty own PostgreSQL after a run on another one, until the first sign-up', async () => {
  await using folder = await createTemporaryFolder('other-')
  let name = ''
  {
    await using server = await startBackend({ dataDir: folder.path, ownDatabase: false })
    await signUp(server)
    const { host, pathname } = new URL(server.databaseUrl)
    name = `${host}${pathname}`
    expect(await warnings(server)).toEqual(NOTHING)
  }
  await using backend = await startBackend({ dataDir: folder.path, ownDatabase: true })
  const sentence = `The own PostgreSQL has no people in it, and the site ran on ${name} before: set DATABASE_URL, or move the data here with npm run admin -- move --to own`
  await expectWarningUntilSignUp(backend, sentence)
})
