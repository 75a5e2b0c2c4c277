import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { pino } from 'pino'
import { createDatabase, dropDatabase } from '../../../tests/support/postgres.ts'
import { getSharedTestFixture } from '../../../tests/support/shared-fixtures.ts'
import { deriveAuthSecrets } from '../src/auth/secrets.ts'
import { readConfig } from '../src/config.ts'
import { openPostgres } from '../src/database/postgres/postgres.ts'

const TABLES = fileURLToPath(new URL('../src/database/migrations/platform/06-auth-tables.sql', import.meta.url))

/** Creates a database of its own and the dependencies that rate limits need. `pass` simulates the passing of time. */
export async function createTestRateLimits(env: Record<string, string> = {}) {
  const cleanUp = new AsyncDisposableStack()
  const server = await getSharedTestFixture('postgres')
  const name = `limits_${randomBytes(6).toString('hex')}`
  const url = await createDatabase(server, name)
  cleanUp.defer(() => dropDatabase(server, name))
  const db = await openPostgres({ databaseUrl: url, dataDir: '' }, url)
  cleanUp.defer(() => db.close())
  await db.scriptTransaction(({ script }) => script(`create schema auth; ${readFileSync(TABLES, 'utf8')}`))
  const reached: string[] = []
  return {
    auth: {
      db,
      config: readConfig(env).auth,
      secrets: deriveAuthSecrets('only for these tests'),
      log: pino({ level: 'silent' }),
      globalLimitReached: (limit: string) => void reached.push(limit),
    },
    /** The names of the global rate limits that were reported as reached, in the order of the reports. */
    reached,
    /** Simulates that the given number of seconds pass, by making every rate-limit bucket older. */
    pass: (seconds: number) =>
      sql`update auth.rate_buckets set updated_at = updated_at - make_interval(secs => ${seconds})`.execute(db.kysely),
    /** Deletes every rate-limit bucket. */
    clear: () => sql`delete from auth.rate_buckets`.execute(db.kysely),
    /** Inserts an account that has signed in on the given device before. */
    async account(email: string, device: string): Promise<void> {
      await sql`
        with u as (insert into auth.users (email) values (${email}) returning id)
        insert into auth.known_devices (user_id, device) select id, ${device} from u`.execute(db.kysely)
    },
    close: () => cleanUp.disposeAsync(),
  }
}
