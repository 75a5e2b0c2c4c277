import type { ScriptSession } from './database.ts'
import type { Script } from './migration-scripts.ts'

/** How it is known which scripts were applied. */
export type History = {
  /** Makes the table, where there is none. */
  create: string
  /** Answers a question: was this script applied? */
  read(session: ScriptSession): Promise<(script: Script) => boolean>
  record(session: ScriptSession, script: Script): Promise<void>
}

/** Migrations run once. The table is the Supabase CLI's own, so a database can move between the two and both agree. */
export const migrationHistory: History = {
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

/** The platform's files are written to be applied again: each runs whenever it changed. */
export const platformHistory: History = {
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
