import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { readConfig } from '@site/backend/config'
import { openDatabase } from '@site/backend/database/open'
import { openFolderStore } from '@site/contract/shipping/folder-store'
import { parseLogPosition } from '@site/contract/shipping/log-position'
import { parseBaseName, parseChunkName } from '@site/contract/shipping/names'
import { sql } from 'kysely'
import { boolean, object, parse } from 'valibot'
import { expect, test, vi } from 'vitest'
import { createTemporaryFolder } from '../../../tests/support/temporary-folder.ts'
import { LogRecycledError } from './generation.ts'
import { Shipper } from './shipper.ts'

const claimSchema = object({ isReleased: boolean() })
const SLOW = 180_000 // creates a database, possibly while other tests keep the machine busy
const DAY_MS = 24 * 60 * 60 * 1_000

/** The part of the site's schema that shipping reads, and a table for changes. */
const SCHEMA = `
  create schema private;
  create table private.erased_people (hash bytea primary key, erased_at timestamptz not null);
  create function public.list_erased_people() returns table (hash text, erased_at timestamptz) language sql
    as $$ select encode(e.hash, 'hex'), e.erased_at from private.erased_people e $$;
  create table public.changes (id integer);`

/**
 * Opens a database, and a shipper to a folder. `holdBases` delays the writing of bases until the function it returns is called.
 */
async function openShipper(engineSettings: Record<string, string> = { wal_keep_size: '256MB' }) {
  await using resources = new AsyncDisposableStack()
  const folder = resources.use(await createTemporaryFolder('shipper-'))
  const [dataDir, shipped] = [join(folder.path, 'data'), join(folder.path, 'shipped')]
  for (const path of [dataDir, shipped]) await mkdir(path)
  const database = resources.adopt(await openDatabase({ databaseUrl: null, dataDir, engineSettings }), (it) =>
    it.close(),
  )
  await database.scriptTransaction((session) => session.script(SCHEMA))
  const store = openFolderStore(shipped)
  let held: Promise<void> = Promise.resolve()
  const holdBases = () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    held = promise
    return resolve
  }
  const writeFile = async (name: string, path: string) => {
    await held
    await store.writeFile(name, path)
  }
  const connection = { isCut: false }
  const write = async (name: string, bytes: Uint8Array) => {
    if (connection.isCut) throw new Error('The store cannot be reached.')
    await store.write(name, bytes)
  }
  const config = readConfig({ DATA_DIR: dataDir })
  const shipper = new Shipper({ config, database, store: { ...store, write, writeFile }, keepDays: 7 })
  const readStore = async () => {
    const names = (await store.list('')).map(({ name }) => name)
    const chunks = names.map(parseChunkName).filter((chunk) => chunk !== null)
    return {
      bases: names.map(parseBaseName).filter((base) => base !== null),
      generations: new Set(names.filter((name) => name.startsWith('generations/')).map((name) => name.split('/')[1])),
      end: chunks.reduce((end, chunk) => (chunk.end > end ? chunk.end : end), 0n),
      isClaimReleased: parse(claimSchema, JSON.parse(String(await store.read('owner.json')))).isReleased,
    }
  }
  const readLogEnd = async () => {
    const { rows } = await sql<{ end: string }>`select pg_current_wal_flush_lsn()::text as "end"`.execute(
      database.kysely,
    )
    return parseLogPosition(rows[0]?.end ?? '')
  }
  const change = () => sql`insert into public.changes values (1)`.execute(database.kysely)
  // The base waits for the log up to its end, which a later round ships.
  const shipFirstBase = () =>
    vi.waitUntil(
      async () => {
        await shipper.round()
        return (await readStore()).bases.length === 1
      },
      { timeout: 60_000, interval: 50 },
    )
  const owned = resources.move()
  return {
    ...{ database, dataDir, shipper, connection, holdBases, readStore, readLogEnd, change, shipFirstBase },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** Returns whether a promise is still pending after 300 ms. */
async function isPending(promise: Promise<unknown>): Promise<boolean> {
  const waited = Promise.withResolvers<boolean>()
  setTimeout(() => waited.resolve(true), 300)
  return Promise.race([promise.then(() => false), waited.promise])
}

test(
  'close ships the log at once, waits for the base that is under way, and releases the claim after the base',
  async () => {
    await using opened = await openShipper()
    const { shipper, change, readStore } = opened
    const release = opened.holdBases()
    await shipper.round()
    await change()
    const end = await opened.readLogEnd()
    const closed = shipper.close()
    expect(await isPending(closed)).toBe(true)
    const during = await readStore()
    expect(during).toMatchObject({ bases: [], isClaimReleased: false })
    await expect.poll(async () => (await readStore()).end, { timeout: 60_000 }).toBeGreaterThanOrEqual(end)
    release()
    await closed
    const after = await readStore()
    expect(after).toMatchObject({ bases: [{}], isClaimReleased: true })
    expect((await readdir(opened.dataDir)).filter((name) => name.startsWith('snapshot-'))).toEqual([])
  },
  SLOW,
)

test(
  'a base that is under way when a round fails is shipped, and the generation continues',
  async () => {
    await using opened = await openShipper()
    const { shipper, connection, change, readStore } = opened
    const release = opened.holdBases()
    await shipper.round()
    connection.isCut = true
    await change()
    await expect(shipper.round()).rejects.toThrow('cannot be reached')
    connection.isCut = false
    await shipper.round()
    const end = await opened.readLogEnd()
    release()
    await shipper.close()
    const after = await readStore()
    expect(after.bases).toHaveLength(1)
    expect(after.generations.size).toBe(1)
    expect(after.end).toBeGreaterThanOrEqual(end)
  },
  SLOW,
)

test(
  'close ships the log that a later base waits for, and ends',
  async () => {
    await using opened = await openShipper()
    const { shipper, change, readStore } = opened
    await opened.shipFirstBase()
    const hasCopy = async () => (await readdir(opened.dataDir)).some((name) => name.startsWith('snapshot-'))
    await expect.poll(hasCopy).toBe(false)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + DAY_MS + 60_000 })
    try {
      await change()
      // The first round may find the task after the first base, the deletion of old data, under way.
      await vi.waitUntil(
        async () => {
          await shipper.round()
          return hasCopy()
        },
        { timeout: 60_000, interval: 50 },
      )
      await shipper.close()
    } finally {
      vi.useRealTimers()
    }
    expect((await readStore()).bases).toHaveLength(2)
  },
  SLOW,
)

test(
  'after PostgreSQL recycled log that was not shipped, one round fails, and the next begins another generation with a base',
  async () => {
    await using opened = await openShipper({ wal_keep_size: '64MB', max_wal_size: '32MB', min_wal_size: '32MB' })
    const { shipper, change, readStore } = opened
    await opened.shipFirstBase()
    for (let segment = 0; segment < 12; segment += 1) {
      await change()
      await sql`select pg_switch_wal()`.execute(opened.database.kysely)
    }
    await sql`checkpoint`.execute(opened.database.kysely)
    await change()
    const end = await opened.readLogEnd()
    await expect(shipper.round()).rejects.toThrow(LogRecycledError)
    await shipper.round()
    await shipper.close()
    const store = await readStore()
    expect(store.generations.size).toBe(2)
    expect(new Set(store.bases.map(({ generation }) => generation))).toEqual(store.generations)
    expect(store.end).toBeGreaterThanOrEqual(end)
  },
  SLOW,
)
