import type { Database } from '@site/backend/database/port/database'
import * as v from 'valibot'
import { withLosslessTextFormat } from './exact-session.ts'
import { sortTablesByReference } from './table-order.ts'

/**
 * A column that a move to another database copies; generated columns are omitted. With `isEmptyForNull`, null is copied as an empty string.
 */
export type MovedColumn = { name: string; type: string; hasCollation: boolean; isEmptyForNull?: boolean }

/** A table to copy to another database. `key` lists the columns of its primary key, in the order of the key. */
export type MovedTable = {
  schema: string
  name: string
  columns: readonly MovedColumn[]
  key: readonly string[]
  /** True for a table that belongs to a Supabase service such as Auth. The triggers of such a table stay enabled while rows are copied. */
  isForeign?: boolean
  /** Columns that only the table in the target database has, each with the value (as text) that copied rows get. */
  constants?: Readonly<Record<string, string>>
}

/**
 * A table in the source database and its counterpart in the target database: the same columns in the same order, possibly of other types.
 */
export type SourceAndTargetTable = { from: MovedTable; into: MovedTable }

/**
 * The tables and sequences that a move to another database copies. Each table comes after the tables that it references; sequences are
 * given by their quoted names.
 */
export type MoveCatalogue = { tables: readonly MovedTable[]; sequences: readonly string[] }

/**
 * The schemas that are not copied to another database, because their tables are specific to each database: the list of applied migrations,
 * and the state of the move itself.
 */
const NOT_MOVED = ['supabase_migrations', 'site_move']

const column = v.object({ name: v.string(), type: v.string(), hasCollation: v.boolean() })
const row = v.object({
  oid: v.string(),
  schema: v.string(),
  name: v.string(),
  columns: v.array(column),
  key: v.array(v.string()),
  refers: v.array(v.string()),
})

/**
 * SQL conditions for a relation `c` in a schema `n` that belongs to this site, not to PostgreSQL or an extension. They use oids and flags,
 * never names cast to regclass.
 */
const OURS = `
  n.nspname !~ '^pg_' and n.nspname <> 'information_schema' and n.nspname <> all ($1::text[])
  and not exists (
    select from pg_catalog.pg_depend d
    where d.classid = 'pg_catalog.pg_class'::regclass and d.objid = c.oid and d.deptype = 'e'
  )`

const TABLES = `
  select c.oid::text as oid, n.nspname as schema, c.relname as name,
    coalesce((
      select jsonb_agg(jsonb_build_object(
        'name', a.attname, 'type', format_type(a.atttypid, null), 'hasCollation', a.attcollation <> 0
      ) order by a.attnum)
      from pg_catalog.pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    ), '[]') as columns,
    coalesce((
      select jsonb_agg(a.attname order by k.place)
      from pg_catalog.pg_index i
      cross join lateral unnest(i.indkey::int2[]) with ordinality as k (number, place)
      join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum = k.number
      where i.indrelid = c.oid and i.indisprimary
    ), '[]') as key,
    coalesce((
      select jsonb_agg(f.confrelid::text) from pg_catalog.pg_constraint f
      where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid
    ), '[]') as refers
  from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p') and not c.relispartition and c.relpersistence = 'p' and ${OURS}
  order by n.nspname collate "C", c.relname collate "C"`

const SEQUENCES = `
  select format('%I.%I', n.nspname, c.relname) as name
  from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'S' and ${OURS}
  order by 1`

/**
 * Reads the tables and sequences to copy from the system catalogue of the source database, so that new tables are included automatically.
 */
export async function readMoveCatalogue(database: Database): Promise<MoveCatalogue> {
  return withLosslessTextFormat(database, async (session) => {
    const tables = v.parse(v.array(row), await session.query(TABLES, [NOT_MOVED]))
    const sequences = v.parse(v.array(v.object({ name: v.string() })), await session.query(SEQUENCES, [NOT_MOVED]))
    return {
      tables: sortTablesByReference(tables).map(({ schema, name, columns, key }) => ({ schema, name, columns, key })),
      sequences: sequences.map(({ name }) => name),
    }
  })
}

/** Quotes an SQL identifier. */
export function quoteSqlIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** Returns the quoted name of a table with its schema, such as `"public"."app_settings"`. */
export function formatQualifiedTableName({ schema, name }: Pick<MovedTable, 'schema' | 'name'>): string {
  return `${quoteSqlIdentifier(schema)}.${quoteSqlIdentifier(name)}`
}

/** Returns an SQL expression that yields a row of the table as an array of texts, one for each column. */
export function selectRowAsTextSql({ columns }: MovedTable, alias: string): string {
  const texts = columns.map(({ name, isEmptyForNull }) => {
    const value = `${alias}.${quoteSqlIdentifier(name)}::text`
    return isEmptyForNull === true ? `coalesce(${value}, '')` : value
  })
  return `array[${texts.join(', ')}]`
}

/** Quotes a text as an SQL string literal. */
export function quoteSqlLiteral(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
