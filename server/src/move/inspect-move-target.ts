import { readSqlScripts } from '@site/backend/database/migrations/migration-scripts'
import type { Database } from '@site/backend/database/port/database'
import * as v from 'valibot'
import { SITE_MIGRATIONS } from '../migrations.ts'
import { type MovedTable, readMoveCatalogue } from './catalogue.ts'
import { readMoveState } from './move-state.ts'
import { countSiteRecords, formatSiteRecordCounts, hasNoSiteRecords } from './site-data-counts.ts'
import { inspectSupabaseProject } from './supabase/inspect-project.ts'
import type { MoveTarget } from './target.ts'

/**
 * The result of inspecting the target database of a move: its PostgreSQL version, whether the move resumes an interrupted one, and the
 * problems that prevent it.
 */
export type MoveTargetInspection = { version: string; resumes: boolean; problems: string[] }

const facts = v.tuple([v.object({ version: v.string(), may_create: v.boolean(), place: v.string() })])
const versions = v.array(v.object({ version: v.string() }))

/** Inspects the target database of a move without changing it. */
export async function inspectMoveTarget(
  source: Database,
  target: MoveTarget,
  lineage: string,
): Promise<MoveTargetInspection> {
  const { database, name } = target
  const [found] = await factsOf(database)
  const problems: string[] = []
  if (target.engine === source.engine && (await factsOf(source))[0].place === found.place) {
    problems.push(`${name} is the database that the site runs on now.`)
  }
  if (!found.may_create) problems.push(`The user of ${name} may not make schemas there: it should own the database.`)
  const newer = await newerMigrations(database)
  if (newer.length > 0) {
    problems.push(`${name} has migrations of a newer program (${newer.join(', ')}): bring this one up to date first.`)
  }
  const state = await readMoveState(database)
  const resumes = state?.side === 'arriving' && state.lineage === lineage
  if (state?.side === 'arriving' && !resumes) {
    problems.push(`${name} holds a part of another site, whose move was not finished. Name an empty database.`)
  } else if (state !== null && !resumes) {
    problems.push(`${name} was moved elsewhere (${state.other}) and keeps its rows. Name an empty database.`)
  } else if (state === null) {
    const holdings = await countSiteRecords(database)
    if (!hasNoSiteRecords(holdings))
      problems.push(`${name} is not empty: it holds ${formatSiteRecordCounts(holdings)}. Name an empty database.`)
  }
  if (target.project !== null) {
    problems.push(
      ...(await inspectSupabaseProject(await readMoveCatalogue(source), database, name, target.project.storage)),
    )
  }
  return { version: found.version, resumes, problems }
}

/**
 * Returns descriptions of the tables and columns of the source database that the target lacks after its migrations, and of tables without a
 * primary key.
 */
export function findMissingSchemaObjects(source: readonly MovedTable[], target: readonly MovedTable[]): string[] {
  const there = new Map(target.map((table) => [`${table.schema}.${table.name}`, table]))
  return source.flatMap(({ schema, name, columns, key }) => {
    const table = there.get(`${schema}.${name}`)
    if (table === undefined) return [`the table ${schema}.${name}`]
    if (key.length === 0) return [`a primary key of ${schema}.${name}`]
    const known = new Map(table.columns.map((column) => [column.name, column.type]))
    return columns
      .filter((column) => known.get(column.name) !== column.type)
      .map((column) => `the column ${column.name} (${column.type}) of ${schema}.${name}`)
  })
}

async function factsOf(database: Database) {
  return v.parse(
    facts,
    await database.scriptTransaction((session) =>
      session.query(`
        select current_setting('server_version') as version,
          has_database_privilege(current_database(), 'CREATE') as may_create,
          concat_ws('/', pg_postmaster_start_time()::text, inet_server_port()::text, current_database()) as place`),
    ),
  )
}

/**
 * Returns the migrations of the target database that are newer than those of this program. Older unknown migrations are ignored: they
 * belong to a Supabase project, or the baseline replaced them.
 */
async function newerMigrations(database: Database): Promise<string[]> {
  const newest = (await readSqlScripts(SITE_MIGRATIONS.folder)).at(-1)?.version ?? ''
  const applied = await database.scriptTransaction(async (session) => {
    const [there] = await session.query(
      `select to_regclass('supabase_migrations.schema_migrations') is not null as is_there`,
    )
    if (there?.['is_there'] !== true) return []
    return v.parse(versions, await session.query('select version from supabase_migrations.schema_migrations'))
  })
  return applied.map(({ version }) => version).filter((version) => version > newest)
}
