import { readSqlScripts } from '@site/backend/database/migrations/migration-scripts'
import type { Database } from '@site/backend/database/port/database'
import * as v from 'valibot'
import { SITE_MIGRATIONS } from '../../migrations.ts'
import { type MoveCatalogue, readMoveCatalogue } from '../catalogue.ts'
import { MoveRefusedError } from '../refused.ts'
import { pairAccountTables } from './account-tables.ts'
import type { SupabaseStorageApi } from './storage-api.ts'

const buckets = v.array(v.object({ id: v.string(), made: v.string() }))
const triggers = v.array(v.object({ name: v.string() }))
const versions = v.array(v.object({ version: v.string() }))

/** Returns whether a database belongs to a Supabase project: only a project has the migrations table of Supabase Auth. */
export async function isSupabaseProject(database: Database): Promise<boolean> {
  const [found] = await database.scriptTransaction((session) =>
    session.query(`select to_regclass('auth.schema_migrations') is not null as is_there`),
  )
  return found?.['is_there'] === true
}

/** Returns the problems that prevent a move into a Supabase project, one sentence each. Changes nothing in the project. */
export async function inspectSupabaseProject(
  source: MoveCatalogue,
  database: Database,
  name: string,
  storage: SupabaseStorageApi | null,
): Promise<string[]> {
  const lacking = await missingMigrations(database)
  if (lacking.length > 0) {
    return [
      `${name} lacks ${lacking.length} of our migrations, from ${lacking[0]} on: npm run prepare-supabase, then supabase db push (docs/deploy.md).`,
    ]
  }
  const { pairs, missing } = pairAccountTables(source.tables, (await readMoveCatalogue(database)).tables)
  const accounts = pairs.filter(({ into }) => into.isForeign === true).map(({ into }) => into.name)
  const found = await triggersOn(database, accounts)
  return [
    ...(missing.length === 0
      ? []
      : [`${name} lacks ${missing.join(', ')}: its auth service is another one than this move knows.`]),
    ...(found.length === 0
      ? []
      : [
          `${name} has triggers that would run for every account (${found.join(', ')}): drop them for the time of the move.`,
        ]),
    ...(storage === null
      ? [
          `${name} is a project on Supabase, whose files go through its API: set TARGET_SUPABASE_URL and TARGET_SUPABASE_SECRET_KEY.`,
        ]
      : await storageProblems(database, name, storage)),
  ]
}

async function missingMigrations(database: Database): Promise<string[]> {
  const applied = await database.scriptTransaction(async (session) => {
    const [there] = await session.query(
      `select to_regclass('supabase_migrations.schema_migrations') is not null as is_there`,
    )
    if (there?.['is_there'] !== true) return []
    return v.parse(versions, await session.query('select version from supabase_migrations.schema_migrations'))
  })
  const done = new Set(applied.map(({ version }) => version))
  return (await readSqlScripts(SITE_MIGRATIONS.folder))
    .map(({ version }) => version)
    .filter((version) => !done.has(version))
}

/** Returns the enabled triggers on the given auth tables, except those that enforce foreign keys. */
async function triggersOn(database: Database, accounts: readonly string[]): Promise<string[]> {
  const found = await database.scriptTransaction((session) =>
    session.query(
      `select format('%s on auth.%s', t.tgname, c.relname) as name
       from pg_catalog.pg_trigger t join pg_catalog.pg_class c on c.oid = t.tgrelid
       where c.relnamespace = 'auth'::regnamespace and c.relname = any ($1::text[]) and not t.tgisinternal and t.tgenabled <> 'D'
       order by 1`,
      [accounts],
    ),
  )
  return v.parse(triggers, found).map(({ name }) => name)
}

/**
 * Checks that the given API address belongs to the same Supabase project as the database: otherwise files and rows would be moved to
 * different projects.
 */
async function storageProblems(database: Database, name: string, storage: SupabaseStorageApi): Promise<string[]> {
  const made = await database.scriptTransaction((session) =>
    session.query(
      `select id, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS') as made from storage.buckets`,
    ),
  )
  try {
    const answered = new Map((await storage.buckets()).map(({ id, created_at }) => [id, toMilliseconds(created_at)]))
    const isSame = v
      .parse(buckets, made)
      .every((bucket) => answered.get(bucket.id) === toMilliseconds(`${bucket.made}Z`))
    if (isSame) return []
    return [
      `TARGET_SUPABASE_URL with its key leads to other buckets than those of ${name}: use the address and the secret key of the same project.`,
    ]
  } catch (error) {
    if (error instanceof MoveRefusedError) return [error.message]
    throw error
  }
}

function toMilliseconds(moment: string): number {
  return Date.parse(moment)
}
