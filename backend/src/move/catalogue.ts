import * as v from 'valibot'
import type { Database } from '../database/database.ts'
import { exactly } from './exact-session.ts'
import { inOrder } from './table-order.ts'

/** A column that holds a value of its own: a generated one follows from the others. `isEmptyForNull`: null is read as an empty text. */
export type Column = { name: string; type: string; hasCollation: boolean; isEmptyForNull?: boolean }

/** A table that is moved. `key`: the columns of its primary key, in their order. */
export type MovedTable = {
  schema: string
  name: string
  columns: readonly Column[]
  key: readonly string[]
  /** Of a service that is not ours, which owns the table: its triggers stay on. */
  isForeign?: boolean
  /** Columns that only the target has, and the text that each new row gets there. */
  constants?: Readonly<Record<string, string>>
}

/** A table as the source has it and as the target has it: the same columns in the same order, maybe of other types. */
export type TablePair = { from: MovedTable; into: MovedTable }

/** What moves: tables, each after those it refers to, and sequences by their quoted names. */
export type Catalogue = { tables: readonly MovedTable[]; sequences: readonly string[] }

/** The bookkeeping of each database by itself: which scripts made it, and whether it is being moved. */
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

/** Conditions on a relation `c` in a schema `n`. By oids and flags, never by names cast to regclass. */
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

/** Reads what is to be moved from the database's own catalogue, so that a new table is moved without being named anywhere. */
export async function readCatalogue(database: Database): Promise<Catalogue> {
  return exactly(database, async (session) => {
    const tables = v.parse(v.array(row), await session.query(TABLES, [NOT_MOVED]))
    const sequences = v.parse(v.array(v.object({ name: v.string() })), await session.query(SEQUENCES, [NOT_MOVED]))
    return {
      tables: inOrder(tables).map(({ schema, name, columns, key }) => ({ schema, name, columns, key })),
      sequences: sequences.map(({ name }) => name),
    }
  })
}

/** A name of SQL in quotes. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** A table's name with its schema, as SQL writes it. */
export function qualified({ schema, name }: Pick<MovedTable, 'schema' | 'name'>): string {
  return `${quoted(schema)}.${quoted(name)}`
}

/** The row as an array of texts, one for each column. */
export function rowAsTexts({ columns }: MovedTable, alias: string): string {
  const texts = columns.map(({ name, isEmptyForNull }) => {
    const value = `${alias}.${quoted(name)}::text`
    return isEmptyForNull === true ? `coalesce(${value}, '')` : value
  })
  return `array[${texts.join(', ')}]`
}

/** A text of SQL in quotes. */
export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
