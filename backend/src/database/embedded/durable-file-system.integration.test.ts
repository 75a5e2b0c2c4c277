import { cpSync, existsSync, fstatSync, readdirSync, readFileSync, readSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createTemporaryFolder } from '../../../../tests/support/temporary-folder.ts'
import { DatabaseUnavailable } from '../port/errors.ts'
import { openPGlite } from './pglite.ts'

const SLOW = 120_000
const home = await createTemporaryFolder('durable-')
const empty = join(home.path, 'empty')
const synced = vi.hoisted(() => ({ hook: (_file: number): void => {} }))

vi.mock('node:fs', async (importOriginal) => {
  const original = await importOriginal<typeof import('node:fs')>()
  const fdatasyncSync = (file: number) => synced.hook(file)
  return { ...original, fdatasyncSync, default: { ...original, fdatasyncSync } }
})

beforeAll(async () => {
  await (await openPGlite({ databaseUrl: null, dataDir: empty })).close()
}, SLOW)

afterAll(() => home[Symbol.asyncDispose]())

beforeEach(() => {
  synced.hook = () => {}
})

/** Copies a data folder with an empty database. Creating a database takes seconds, so the tests create one and copy it. */
function copyDataFolder(name: string): string {
  const dataDir = join(home.path, name)
  cpSync(empty, dataDir, { recursive: true })
  return dataDir
}

/**
 * Simulates the worst case of a power cut: each file has only its last synced content, and files that were never synced are gone. `before`
 * is a copy of the folder from the start of the recording.
 */
function cutPower(folder: string, before: string, contents: Map<number, Buffer>, into: string): void {
  cpSync(before, into, { recursive: true })
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const content = entry.isFile() ? contents.get(statSync(path).ino) : undefined
    if (content) writeFileSync(path.replace(folder, into), content)
  }
}

function contentOf(file: number): Buffer {
  const content = Buffer.alloc(fstatSync(file).size)
  readSync(file, content, 0, content.length, 0)
  return content
}

test(
  'every commit that PGlite acknowledged survives a power cut',
  async () => {
    const dataDir = copyDataFolder('power')
    const after = join(home.path, 'after')
    const contents = new Map<number, Buffer>()
    synced.hook = (file) => {
      if (fstatSync(file).isFile()) contents.set(fstatSync(file).ino, contentOf(file))
    }
    const database = await openPGlite({ databaseUrl: null, dataDir })
    await sql`create table notes (id int primary key)`.execute(database.kysely)
    for (let id = 0; id < 30; id++) {
      await database.transaction((tx) => sql`insert into notes values (${id})`.execute(tx))
      if (id === 15) await sql`checkpoint`.execute(database.kysely)
    }
    cutPower(dataDir, empty, contents, after)
    synced.hook = () => {}
    await database.close()

    const recovered = await openPGlite({ databaseUrl: null, dataDir: after })
    const { rows } = await sql`select count(*) from notes`.execute(recovered.kysely)
    await recovered.close()
    expect(rows).toEqual([{ count: 30 }])
  },
  SLOW,
)

test(
  'PGlite operations reject with DatabaseUnavailable while disk syncs fail; afterwards data and listeners are restored',
  async () => {
    const database = await openPGlite({ databaseUrl: null, dataDir: copyDataFolder('disk') })
    const received: string[] = []
    await database.listen('news', {
      onMessage: (text) => received.push(text),
      onReconnect: () => received.push('again'),
    })
    await sql`create table notes (id int primary key)`.execute(database.kysely)
    await sql`insert into notes values (1)`.execute(database.kysely)

    const now = Date.now
    let ahead = 0
    vi.spyOn(Date, 'now').mockImplementation(() => now() + ahead)
    synced.hook = () => {
      throw Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' })
    }
    const insert = database.transaction((tx) => sql`insert into notes values (2)`.execute(tx))
    await expect(insert).rejects.toBeInstanceOf(DatabaseUnavailable)
    // During the pause after a crash the engine is not restarted. A call then rejects with an error that has no cause.
    const paused = await database.ping().catch((error: unknown) => error)
    expect(paused).toBeInstanceOf(DatabaseUnavailable)
    expect(paused).not.toHaveProperty('cause')
    ahead = 6_000
    await expect(database.ping()).rejects.toMatchObject({ cause: { message: expect.stringContaining('I/O error') } })

    synced.hook = () => {}
    ahead = 12_000
    await database.ping()
    await sql`select pg_notify('news', 'hello')`.execute(database.kysely)
    await expect.poll(() => received).toEqual(['again', 'hello'])
    const { rows } = await sql`select id from notes where id = 1`.execute(database.kysely)
    expect(rows).toEqual([{ id: 1 }])
    await database.close()
  },
  SLOW,
)

test(
  'PGlite refuses a data folder of another PostgreSQL version with a ConfigError and leaves it unchanged',
  async () => {
    const dataDir = copyDataFolder('version')
    const version = join(dataDir, 'database/PG_VERSION')
    writeFileSync(version, '14\n')
    await expect(openPGlite({ databaseUrl: null, dataDir })).rejects.toThrow(
      /^DATA_DIR: the database in .* does not start: .*incompatible/,
    )
    expect(readFileSync(version, 'utf8')).toBe('14\n')
    expect(existsSync(join(dataDir, 'database/base'))).toBe(true)
  },
  SLOW,
)
