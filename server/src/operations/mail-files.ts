import { open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '@site/backend/database/port/database'
import { sql } from 'kysely'

const HEAD_BYTES = 16 * 1024
const AT_ONCE = 200
/** Matches the time at the start of a mail file's name: the time at which the file was written (mail/eml.ts). */
const STAMP = /^(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)-(\d{3}Z)/
const PARTNERS = /^(?:to|reply-to):(.*(?:\r?\n[ \t].*)*)/gim
const ADDRESS = /(?<![^\s<>,;:"])[^\s<>,;:"]+@[^\s<>,;"]+/g

type Named = { file: string; email: string; created_at: string }

/**
 * Deletes the files in `DATA_DIR/mail` of mails to or from a person who was erased after the mail was written. Returns the number of
 * deleted files.
 */
export async function eraseMailFiles(database: Database, dataDir: string): Promise<number> {
  const folder = join(dataDir, 'mail')
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'))
  let removed = 0
  for (let start = 0; start < names.length; start += AT_ONCE) {
    const batch = (
      await Promise.all(names.slice(start, start + AT_ONCE).map((name) => addressesOf(folder, name)))
    ).flat()
    const erased = await erasedAmong(database, batch)
    const files = new Set(batch.filter(({ email }) => erased.has(email)).map(({ file }) => file))
    for (const file of files) await rm(file, { force: true })
    removed += files.size
  }
  return removed
}

async function addressesOf(folder: string, name: string): Promise<Named[]> {
  const [, hour, minute, second, rest] = STAMP.exec(name) ?? []
  if (hour === undefined) return []
  const file = join(folder, name)
  const head = await headOf(file)
  const addresses = [...head.matchAll(PARTNERS)].flatMap(([, value = '']) => value.match(ADDRESS) ?? [])
  return addresses.map((email) => ({ file, email, created_at: `${hour}:${minute}:${second}.${rest}` }))
}

async function headOf(file: string): Promise<string> {
  await using handle = await open(file, 'r')
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
  return buffer.toString('latin1', 0, bytesRead).split('\r\n\r\n')[0] ?? ''
}

async function erasedAmong(database: Database, people: readonly Named[]): Promise<Set<string>> {
  if (people.length === 0) return new Set()
  const list = JSON.stringify(people.map(({ email, created_at }) => ({ email, created_at })))
  const { rows } = await sql<{ email: string }>`select public.erased_among(${list}::jsonb) as email`.execute(
    database.kysely,
  )
  return new Set(rows.map(({ email }) => email))
}
