import { randomBytes } from 'node:crypto'
import type { Database } from '@site/backend/database/port/database'
import { sql } from 'kysely'

/**
 * Inserts the two secret keys that hash personal data, unless the database has them. Existing keys are never replaced: with new keys, the
 * hashes of erased people would no longer match. Migrations create the keys; only a copy of the prepared database lacks them (prepared.ts).
 */
export async function ensurePersonalDataHashKeys({ kysely }: Pick<Database, 'kysely'>): Promise<void> {
  const [inner, outer] = [randomBytes(32).toString('hex'), randomBytes(32).toString('hex')]
  await sql`
    insert into private.hash_keys (inner_key, outer_key)
    values (decode(${inner}::text, 'hex'), decode(${outer}::text, 'hex'))
    on conflict do nothing`.execute(kysely)
}

/** Deletes the hash keys from a prepared database, because each installation must have its own secret keys. */
export async function removeHashKeys({ kysely }: Pick<Database, 'kysely'>): Promise<void> {
  await sql`delete from private.hash_keys`.execute(kysely)
}
