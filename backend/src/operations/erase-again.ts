import { existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { removeSmsFiles } from '../auth/messages/sms-files.ts'
import type { Database } from '../database/database.ts'
import { endChangesToErased } from './erased-changes.ts'
import { readErasedList } from './erased-list.ts'
import { eraseMailFiles } from './mail-files.ts'

/** In DATA_DIR while people are erased again: files are erased after the rows, and a server may be killed in between. */
const UNFINISHED = 'erasing-again'

/**
 * Erases again whoever an older database brought back, before the server answers its first request: sign-up, messages, mails,
 * texts, account, and what others' accounts hold of the address. The list of a folder stays: which database a later start finds there
 * or is given, nobody knows. Does nothing where the database has every entry of the list. Refuses to start with a list that cannot be
 * read, because whoever stood in it would be back.
 */
export async function eraseAgain(database: Database, dataDir: string): Promise<void> {
  const people = await readErasedList(dataDir)
  if (people === null) return
  const list = JSON.stringify(people)
  const unfinished = join(dataDir, UNFINISHED)
  if (!existsSync(unfinished) && (await knowsAll(database, list))) return
  await writeFile(unfinished, '')
  await database.transaction(async (tx) => {
    await sql`select public.erase_again(${list}::text::jsonb)`.execute(tx)
    const erased = sql`
      u.email in (
        -- Since its last change: an account may have come by the address after somebody else of that address was erased.
        select public.erased_among(jsonb_agg(jsonb_build_object('email', a.email, 'created_at', a.updated_at)))
        from auth.users a where a.email is not null
      )`
    const { rows } = await sql<{ number: string }>`
      select number
      from auth.users u, unnest(
        array[u.phone, u.phone_change] || array(select f.phone from auth.mfa_factors f where f.user_id = u.id)
      ) as n(number)
      where number <> '' and ${erased}`.execute(tx)
    const numbers = rows.map(({ number }) => number)
    await removeSmsFiles(dataDir, numbers)
    await sql`delete from auth.users u where ${erased}`.execute(tx)
    await endChangesToErased(tx)
  })
  await eraseMailFiles(database, dataDir)
  await rm(unfinished)
}

/** Whether the database has every entry of the list, as one has from which all of them were erased. */
async function knowsAll({ kysely }: Database, list: string): Promise<boolean> {
  const { rows } = await sql<{ unknown: boolean }>`
    select exists (
      select from jsonb_to_recordset(${list}::text::jsonb) as p (hash text, erased_at timestamptz)
      where not exists (
        select from private.erased_people e where e.hash = decode(p.hash, 'hex') and e.erased_at >= p.erased_at
      )
    ) as unknown`.execute(kysely)
  return rows[0]?.unknown === false
}
