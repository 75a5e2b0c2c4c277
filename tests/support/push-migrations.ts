import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from '../../tools/root.ts'
import { runSql } from './postgres.ts'

const FOLDER = join(ROOT, 'supabase/migrations')

/**
 * Applies the site's migrations as `supabase db push` does: with the role in the URL, and in one transaction per migration, which
 * also records its version. Skips the versions for which `except` returns true. Throws an error with the name of the failed
 * migration.
 */
export async function pushMigrations(databaseUrl: string, except: (version: string) => boolean = () => false) {
  await runSql(
    databaseUrl,
    `create schema if not exists supabase_migrations;
     create table if not exists supabase_migrations.schema_migrations (version text primary key, statements text[], name text)`,
  )
  for (const file of (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort()) {
    const [version = ''] = file.split('_')
    if (except(version)) continue
    const sql = await readFile(join(FOLDER, file), 'utf8')
    const record = `insert into supabase_migrations.schema_migrations (version) values ('${version}');`
    await runSql(databaseUrl, `begin; ${sql}; ${record} commit`).catch((cause: unknown) => {
      throw new Error(`${file}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
    })
  }
}
