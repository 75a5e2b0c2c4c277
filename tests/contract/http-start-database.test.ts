import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { expect, test } from 'vitest'
import { ENGINES } from '../support/engines.ts'
import { createDatabase, dropDatabase, runSql } from '../support/postgres.ts'
import { sharedFixture } from '../support/shared-fixtures.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { runToTheEnd } from './run-to-the-end.ts'

// What the database answers while a site starts ends the start with one sentence, and never with a stack.

const SLOW = 300_000
const NAME = 'refuses_a_start'

/** A kind of error each: no right, no room, no connection left, a lock, a broken file, an own code, a code that no list has. */
const CODES = ['42501', '53100', '53200', '53300', '57014', '57P01', '42P07', '58030', 'XX001', 'P0001', 'ZZZ99']

/** From now on the last statement of a start is refused with this code. */
function refusal(code: string): string {
  return `
    create or replace function realtime.sync_publication() returns void language plpgsql as $$
    begin raise exception 'the table is refused' using errcode = '${code}'; end $$`
}

function oneSentence(variable: string, code: string): RegExp {
  return new RegExp(`^${variable}: [^\\n]*the table is refused \\(${code}\\); [^\\n]+\\.\\n$`)
}

if (ENGINES.includes('postgres')) {
  test(
    'an error of PostgreSQL ends a start with one sentence that names DATABASE_URL and its SQLSTATE (postgres)',
    async () => {
      const server = await sharedFixture('postgres')
      const url = await createDatabase(server, NAME, await sharedFixture('database-template'))
      await using folder = await temporaryFolder('start-')
      try {
        for (const code of CODES) {
          await runSql(url, refusal(code))
          const { code: exit, said } = await runToTheEnd({ DATA_DIR: folder.path, PORT: '0', DATABASE_URL: url })
          expect({ exit, said }, code).toEqual({
            exit: 1,
            said: expect.stringMatching(oneSentence('DATABASE_URL', code)),
          })
        }
      } finally {
        await dropDatabase(server, NAME)
      }
    },
    SLOW,
  )
}

if (ENGINES.includes('pglite')) {
  test(
    'an error of the embedded database ends a start with one sentence that names DATA_DIR and its SQLSTATE (pglite)',
    async () => {
      await using folder = await temporaryFolder('start-')
      await cp(await sharedFixture('data-template'), folder.path, { recursive: true })
      for (const code of ['42501', '53100', 'ZZZ99']) {
        const database = await PGlite.create(join(folder.path, 'database'))
        await database.exec(refusal(code))
        await database.close()
        const { code: exit, said } = await runToTheEnd({ DATA_DIR: folder.path, PORT: '0' })
        expect({ exit, said }, code).toEqual({ exit: 1, said: expect.stringMatching(oneSentence('DATA_DIR', code)) })
      }
    },
    SLOW,
  )
}
