import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Client } from 'pg'
import { runSql } from '../../support/postgres.ts'

/** A setup script of Supabase that PostgreSQL rejected, with the error message. */
export type RejectedScript = { file: string; reason: string }

/** A database set up like that of a Supabase project. `as` returns its connection URL for a role; `applied` counts the executed scripts. */
export type SupabaseProjectDatabase = { as(role: string): string; applied: number; leftOut: readonly RejectedScript[] }

/** The session settings with which Supabase's storage service runs its migrations, with the service's default values. */
const STORAGE_SETTINGS = `
  set storage.install_roles = 'false';
  set storage.multitenant = 'false';
  set storage.super_user = 'postgres'`

/**
 * Sets up a fresh PostgreSQL server like a new Supabase project: runs the scripts of supabase/postgres (roles, schemas, privileges),
 * then the migrations of supabase/auth and supabase/storage. `folder` contains clones of these three repositories, named postgres,
 * auth and storage. Scripts of supabase/postgres that need a missing extension are skipped and returned in `leftOut`; any other
 * failure throws.
 */
export async function setUpSupabaseDatabase(serverUrl: string, folder: string): Promise<SupabaseProjectDatabase> {
  const as = (role: string) => Object.assign(new URL(serverUrl), { username: role }).href
  await makeFirstRoles(serverUrl, as)
  const extensions = await availableExtensions(as('supabase_admin'))
  const leftOut: RejectedScript[] = []
  let applied = 0
  const apply = async (
    role: string,
    path: string,
    { settings = '', change = (sql: string) => sql, isNeeded = true },
  ) => {
    for (const file of await scriptsIn(join(folder, path))) {
      const sql = change(await readFile(file, 'utf8'))
      const reason = await refusalOf(as(role), [settings, sql])
      if (reason !== null && isNeeded) throw new Error(`${file}: ${reason}`)
      if (reason === null) applied += 1
      else leftOut.push({ file: basename(file), reason })
    }
  }
  await apply('postgres', 'postgres/migrations/db/init-scripts', {
    change: (sql) =>
      sql.replaceAll(/^create extension if not exists "?([\w-]+)"?.*$/gim, (line, name: string) =>
        extensions.has(name) ? line : '',
      ),
  })
  await apply('supabase_admin', 'postgres/migrations/db/migrations', { isNeeded: false })
  // Supabase's scripts make `authenticator` preload `safeupdate`, an extension that rejects UPDATE and DELETE without WHERE and is not
  // installed here.
  await runSql(as('supabase_admin'), 'alter role authenticator reset session_preload_libraries')
  await apply('supabase_auth_admin', 'auth/migrations', {
    change: (sql) => sql.replaceAll(/\{\{.*?"Namespace".*?\}\}/g, 'auth'),
  })
  const versions = (await scriptsIn(join(folder, 'auth/migrations'))).map((file) => basename(file).split('_')[0])
  await runSql(
    as('supabase_auth_admin'),
    'insert into auth.schema_migrations select unnest($1::text[]) on conflict do nothing',
    [versions],
  )
  // Removes `concurrently`, because each migration runs in one transaction, in which PostgreSQL does not allow `create index
  // concurrently`.
  await apply('supabase_storage_admin', 'storage/migrations/tenant', {
    settings: STORAGE_SETTINGS,
    change: (sql) => sql.replaceAll(/\bconcurrently\b/gi, ''),
  })
  return { as, applied, leftOut }
}

/**
 * Renames the first superuser to `supabase_admin`, and creates the role `postgres`, which Supabase's scripts later make a
 * non-superuser.
 */
async function makeFirstRoles(serverUrl: string, as: (role: string) => string): Promise<void> {
  await runSql(serverUrl, 'create role role_maker superuser login')
  await runSql(as('role_maker'), 'alter role postgres rename to supabase_admin')
  await runSql(as('supabase_admin'), 'create role postgres superuser login')
  await runSql(as('supabase_admin'), 'alter database postgres owner to postgres')
  await runSql(as('supabase_admin'), 'drop role role_maker')
  // On Supabase, the role `pgsodium_keyholder` is created by an extension that is not installed here.
  await runSql(as('supabase_admin'), 'create role pgsodium_keyholder nologin')
}

async function availableExtensions(address: string): Promise<Set<unknown>> {
  const [row] = await runSql(address, 'select jsonb_agg(name) as names from pg_available_extensions')
  const names = row !== null && typeof row === 'object' && 'names' in row ? row.names : null
  return new Set(Array.isArray(names) ? names : [])
}

/** Returns the paths of the SQL scripts in a folder, sorted by the number at the beginning of their names. */
async function scriptsIn(folder: string): Promise<string[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql'))
  return files.sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10)).map((file) => join(folder, file))
}

/** Runs scripts on one database connection, each as one query. Returns the message of the first error, or null. */
async function refusalOf(address: string, scripts: readonly string[]): Promise<string | null> {
  const client = new Client({ connectionString: address })
  await client.connect()
  try {
    for (const sql of scripts) await client.query(sql)
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  } finally {
    await client.end()
  }
}
