import type { SqlScriptSession } from '../port/database.ts'
import type { SqlScript } from './migration-scripts.ts'

/** Reads and writes the table that records which SQL scripts were applied. */
export type ScriptHistory = {
  /** SQL that creates the history table if it does not exist. */
  create: string
  /** Reads the history. Returns a function that tests whether a script was applied. */
  read(session: SqlScriptSession): Promise<(script: SqlScript) => boolean>
  record(session: SqlScriptSession, script: SqlScript): Promise<void>
}

/**
 * The history of migrations. Each migration runs once. The table is that of the Supabase CLI, so the CLI can migrate a database that this
 * program has migrated, and the reverse.
 */
export const migrationHistory: ScriptHistory = {
  create: `
    create schema if not exists supabase_migrations;
    create table if not exists supabase_migrations.schema_migrations (version text not null primary key);
    alter table supabase_migrations.schema_migrations
      add column if not exists statements text[],
      add column if not exists name text;`,
  async read(session) {
    const rows = await session.query('select version from supabase_migrations.schema_migrations')
    const versions = new Set(rows.map((row) => row['version']))
    return (script) => versions.has(script.version)
  },
  async record(session, { version, name, sql }) {
    await session.query(
      'insert into supabase_migrations.schema_migrations (version, name, statements) values ($1, $2, array[$3])',
      [version, name, sql],
    )
  },
}

/** The history of platform scripts, which are idempotent: each runs again when its content changed. */
export const platformScriptHistory: ScriptHistory = {
  create: `
    create schema if not exists supabase_migrations;
    create table if not exists supabase_migrations.platform (
      file text not null primary key,
      sha256 text not null,
      applied_at timestamptz not null default now()
    );`,
  async read(session) {
    const rows = await session.query('select file, sha256 from supabase_migrations.platform')
    const applied = new Map(rows.map((row) => [row['file'], row['sha256']]))
    return (script) => applied.get(script.file) === script.sha256
  },
  async record(session, { file, sha256 }) {
    await session.query(
      `insert into supabase_migrations.platform (file, sha256) values ($1, $2)
       on conflict (file) do update set sha256 = excluded.sha256, applied_at = now()`,
      [file, sha256],
    )
  },
}
