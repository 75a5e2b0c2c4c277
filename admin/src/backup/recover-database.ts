import { readdir, stat, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { type OwnPostgres, startOwnPostgres } from '@site/backend/database/own-postgres/own-postgres'
import { createPostgresClient, createPostgresClientOptions } from '@site/backend/database/postgres/postgres-connection'
import { CLUSTER_PATH, STORED_FILES_PATH } from '@site/contract/backup-manifest'
import * as v from 'valibot'
import { CommandFailure } from '../failures.ts'

const objectSchema = v.object({ name: v.string(), version: v.string(), size: v.nullable(v.string()) })

/** An object of the storage service: its bucket and name, the version of its file, and the file's size in decimal digits. */
export type StoredObject = v.InferOutput<typeof objectSchema>

/** When the last change that was recovered was made, or null when there was none, and the stored objects at that time. */
export type RecoveredDatabase = { lastChange: Date | null; objects: StoredObject[] }

const OBJECTS = `
  select bucket_id || '/' || name as name, version, metadata->>'size' as size
  from storage.objects where version is not null order by 1`

const LAST_CHANGE = 'select (extract(epoch from pg_last_xact_replay_timestamp()) * 1000)::float8 as ms'

/** PostgreSQL's message when the log ends before the first transaction after the time. */
const ENDED_BEFORE = 'recovery ended before configured recovery target was reached'

const SETTINGS = {
  restore_command: 'exit 1', // required, but the segments are in pg_wal, where PostgreSQL looks next
  recovery_target_action: 'promote',
  hot_standby: 'off',
  fsync: 'off',
}

/**
 * Lets PostgreSQL recover the base backup in a data folder from the log in its `pg_wal`, to the last transaction that ended at or before
 * `until`, or to the end of the log when `until` is null. PostgreSQL then begins a new timeline, and is stopped. Flushes nothing to disk.
 * Throws a `bad_archive` CommandFailure with PostgreSQL's reason when it cannot recover.
 */
export async function recoverDatabase(dataDir: string, until: Date | null): Promise<RecoveredDatabase> {
  try {
    await writeFile(join(dataDir, CLUSTER_PATH, 'recovery.signal'), '', { mode: 0o600 })
    const own = await startUntil(dataDir, until)
    try {
      return await readRecovered(own.url)
    } finally {
      await own.stop()
    }
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new CommandFailure('bad_archive', `The database cannot be recovered: ${reason}`, { cause })
  }
}

async function startUntil(dataDir: string, until: Date | null): Promise<OwnPostgres> {
  if (until === null) return startOwnPostgres({ dataDir, settings: SETTINGS })
  // Not with Z: PostgreSQL does not know abbreviations of time zones yet when it reads its command line.
  const settings = { ...SETTINGS, recovery_target_time: until.toISOString().replace('Z', '+00:00') }
  return startOwnPostgres({ dataDir, settings }).catch((error: unknown) => {
    // Every transaction in the log ended before the time.
    if (error instanceof Error && error.message.includes(ENDED_BEFORE)) return startUntil(dataDir, null)
    throw error
  })
}

async function readRecovered(url: string): Promise<RecoveredDatabase> {
  const client = createPostgresClient(createPostgresClientOptions(url))
  try {
    await client.connect()
    const replay = await client.query<{ ms: number | null }>(LAST_CHANGE)
    const { rows } = await client.query(OBJECTS)
    const ms = replay.rows[0]?.ms ?? null
    return { lastChange: ms === null ? null : new Date(ms), objects: v.parse(v.array(objectSchema), rows) }
  } finally {
    await client.end()
  }
}

/** Returns the names of the objects whose file is not in a data folder, or has another size. */
export async function findMissingFiles(dataDir: string, objects: readonly StoredObject[]): Promise<string[]> {
  const folder = join(dataDir, STORED_FILES_PATH)
  const sizes = new Map<string, string>()
  for (const path of await readdir(folder, { recursive: true }).catch(() => []))
    sizes.set(basename(path), String((await stat(join(folder, path))).size))
  return objects.filter(({ version, size }) => sizes.get(version) !== size).map(({ name }) => name)
}
