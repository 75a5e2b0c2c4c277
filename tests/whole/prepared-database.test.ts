import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openPGlite } from '../../backend/src/database/embedded/pglite.ts'
import type { Database } from '../../backend/src/database/port/database.ts'
import { ensurePersonalDataHashKeys } from '../../server/src/prepared-database/hash-keys.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'

const BUILT = join(import.meta.dirname, '../../website/dist/database/database')
const SLOW = 120_000

async function hashKeys({ kysely }: Database): Promise<unknown[]> {
  return (await sql`select inner_key, outer_key from private.hash_keys`.execute(kysely)).rows
}

test(
  'the prepared database contains no personal data and no hash keys; ensureHashKeys creates the keys only once',
  async () => {
    await using folder = await createTemporaryFolder('prepared-')
    await cp(BUILT, join(folder.path, 'database'), { recursive: true })
    const database = await openPGlite({ databaseUrl: null, dataDir: folder.path })
    try {
      const { rows: people } = await sql`
        select email from public.early_access_users union all select recipient from public.mail_outbox
        union all select email from public.contact_messages union all select email from auth.users`.execute(
        database.kysely,
      )
      expect(people).toEqual([])
      expect(await hashKeys(database)).toEqual([])

      await ensurePersonalDataHashKeys(database)
      const made = await hashKeys(database)
      expect(made).toEqual([{ inner_key: expect.anything(), outer_key: expect.anything() }])
      await ensurePersonalDataHashKeys(database)
      expect(await hashKeys(database)).toEqual(made)
    } finally {
      await database.close()
    }
  },
  SLOW,
)
