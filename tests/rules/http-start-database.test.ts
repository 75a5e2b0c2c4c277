import { cp } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { startOwnPostgresProgram } from '../support/own-postgres.ts'
import { createDatabase, dropDatabase, runSql } from '../support/postgres.ts'
import { getSharedTestFixture } from '../support/shared-fixtures.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'
import { runServerUntilExit } from './run-until-exit.ts'

// A database error during the server's start ends the process with a one-line error, never with a stack trace.

const NAME = 'refuses_a_start'

/** The disk is full. startup-error.test.ts covers the sentences of all codes. */
const CODE = '53100'

/** Makes the server's start fail with the code, in the last statement that the start executes. */
const REFUSAL = `
  create or replace function realtime.sync_publication() returns void language plpgsql as $$
  begin raise exception 'the table is refused' using errcode = '${CODE}'; end $$`

function oneSentence(variable: string): RegExp {
  return new RegExp(`^${variable}: [^\\n]*the table is refused \\(${CODE}\\); [^\\n]+\\.\\n$`)
}

test('a PostgreSQL error during start-up ends the server with a one-line error that names DATABASE_URL and the SQLSTATE', async () => {
  const server = await getSharedTestFixture('postgres')
  const url = await createDatabase(server, NAME, await getSharedTestFixture('database-template'))
  await using folder = await createTemporaryFolder('start-')
  try {
    await runSql(url, REFUSAL)
    const stopped = await runServerUntilExit({ DATA_DIR: folder.path, PORT: '0', DATABASE_URL: url })
    expect(stopped).toEqual({ code: 1, output: expect.stringMatching(oneSentence('DATABASE_URL')) })
  } finally {
    await dropDatabase(server, NAME)
  }
})

test('an error of the own PostgreSQL during start-up ends the server with a one-line error that names DATA_DIR and the SQLSTATE', async () => {
  await using folder = await createTemporaryFolder('start-')
  await cp(await getSharedTestFixture('data-template'), folder.path, { recursive: true })
  {
    await using own = startOwnPostgresProgram({ dataDir: folder.path })
    await runSql(await own.url, REFUSAL)
    await own.stop()
  }
  const stopped = await runServerUntilExit({ DATA_DIR: folder.path, PORT: '0' })
  expect(stopped).toEqual({ code: 1, output: expect.stringMatching(oneSentence('DATA_DIR')) })
})
