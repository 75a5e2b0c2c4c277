import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { removeSmsFiles } from '../auth/messages/sms-files.ts'
import { ConfigError } from '../config.ts'
import type { Database } from '../database/database.ts'
import { endChangesToErased } from './erased-changes.ts'
import { eraseMailFiles } from './mail-files.ts'

/** Put there by a restore: who was erased, as `<keyed hash> <moment>` lines. */
const LIST = 'erased-people.txt'
const LINE = /^([0-9a-f]{64}) (\S+)$/

/**
 * Erases again whoever a restored backup brought back, before the server answers its first request: sign-up, messages, mails,
 * texts, account, and what others' accounts hold of the address. Does nothing where there is no list. Refuses to start with a list that cannot be read, because whoever stood
 * in it would be back.
 */
export async function eraseAgain(database: Database, dataDir: string): Promise<void> {
  const file = join(dataDir, LIST)
  const people = await readList(file)
  if (people === null) return
  await database.transaction(async (tx) => {
    await sql`select public.erase_again(${JSON.stringify(people)}::jsonb)`.execute(tx)
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
  await rm(file)
}

async function readList(file: string): Promise<{ hash: string; erased_at: string }[] | null> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return null
    throw new ConfigError(`DATA_DIR: ${file} can't be read.`, { cause })
  })
  if (text === null) return null
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'))
  return lines.map((line) => {
    const [, hash = '', erased_at = ''] = LINE.exec(line.trim()) ?? []
    if (hash === '' || Number.isNaN(Date.parse(erased_at))) {
      throw new ConfigError(`DATA_DIR: ${file} holds a line that is no entry of a list of erased people.`)
    }
    return { hash, erased_at }
  })
}
