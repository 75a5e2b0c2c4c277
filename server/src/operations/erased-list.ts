import { open, readFile, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ConfigError } from '@site/backend/config'
import { sync } from '@site/backend/database/embedded/fsync-tree'
import type { Database } from '@site/backend/database/port/database'
import { sql } from 'kysely'

/** An erased person: a keyed hash of the e-mail address, and the time of the erasure. */
export type ErasedPerson = { hash: string; erased_at: string }

/** The name of the file in DATA_DIR that lists every erasure in any database of this site, as `<keyed hash> <time>` lines. */
const LIST = 'erased-people.txt'
const LINE = /^([0-9a-f]{64}) (\S+)$/
const HEAD = [
  '# Who was erased, as keyed hashes: nobody can be told from them. Every database that a server finds here or is given is held',
  '# against this list when it starts, so that an older one brings nobody back. Leave it here.',
]

/**
 * Reads the list of erased people from a data folder. Returns null when the file does not exist. Throws for an unreadable list, because
 * erased people would reappear.
 */
export async function readErasedList(dataDir: string): Promise<ErasedPerson[] | null> {
  const file = join(dataDir, LIST)
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

/**
 * Adds the database's erasures to the list in a data folder and retains the entries of other databases of the site. Writes the list
 * atomically: to a temporary file that is flushed and renamed.
 */
export async function storeErasedList(database: Database, dataDir: string): Promise<void> {
  const kept = (await readErasedList(dataDir)) ?? []
  const { rows } = await sql<ErasedPerson>`
    select hash, to_json(erased_at) #>> '{}' as erased_at from public.list_erased_people()`.execute(database.kysely)
  const latest = new Map(kept.map((entry) => [entry.hash, entry]))
  let isNew = false
  for (const entry of rows) {
    const known = latest.get(entry.hash)
    if (known !== undefined && Date.parse(known.erased_at) >= Date.parse(entry.erased_at)) continue
    latest.set(entry.hash, entry)
    isNew = true
  }
  if (isNew) await writeList(join(dataDir, LIST), [...latest.values()])
}

async function writeList(file: string, people: readonly ErasedPerson[]): Promise<void> {
  const draft = `${file}.${process.pid}`
  {
    await using handle = await open(draft, 'w', 0o600)
    await handle.writeFile([...HEAD, ...people.map(({ hash, erased_at }) => `${hash} ${erased_at}`), ''].join('\n'))
    await handle.sync()
  }
  await rename(draft, file)
  sync(dirname(file))
}
