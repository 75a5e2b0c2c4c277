import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from './database.ts'

/**
 * Gives a database the two keys of its hashes when it has none, and leaves those it has: by others nobody who was erased
 * would be recognised. Migrations make them; only a prepared database comes without (prepared.ts).
 */
export async function ensureHashKeys({ kysely }: Pick<Database, 'kysely'>): Promise<void> {
  const [inner, outer] = [randomBytes(32).toString('hex'), randomBytes(32).toString('hex')]
  await sql`
    insert into private.hash_keys (inner_key, outer_key)
    values (decode(${inner}::text, 'hex'), decode(${outer}::text, 'hex'))
    on conflict do nothing`.execute(kysely)
}

/** Takes the keys out of a database that many will start from: each must have its own, known to nobody. */
export async function removeHashKeys({ kysely }: Pick<Database, 'kysely'>): Promise<void> {
  await sql`delete from private.hash_keys`.execute(kysely)
}
