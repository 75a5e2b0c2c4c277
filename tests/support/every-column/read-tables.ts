import * as v from 'valibot'

/** A session of the database that the fixture fills. */
export type FillSession = {
  query(statement: string, values?: unknown[]): Promise<readonly Record<string, unknown>[]>
  script(statements: string): Promise<void>
}

const column = v.object({
  name: v.string(),
  type: v.string(),
  isRequired: v.boolean(),
  /** True for a generated or identity column, whose value PostgreSQL sets. */
  isSetByDatabase: v.boolean(),
  labels: v.array(v.string()),
})
const table = v.object({
  schema: v.string(),
  name: v.string(),
  columns: v.array(column),
  checks: v.array(v.object({ columns: v.array(v.string()), expression: v.string() })),
  references: v.array(v.object({ columns: v.array(v.string()), to: v.string(), keys: v.array(v.string()) })),
  uniques: v.array(v.array(v.string())),
})

/** A table with its columns, and its check constraints, foreign keys and unique indexes, as pg_catalog describes them. */
export type CatalogueTable = v.InferOutput<typeof table>
export type CatalogueColumn = v.InferOutput<typeof column>

const namesOf = (numbers: string, relation: string) => `(
  select jsonb_agg(a.attname order by held.place) from unnest(${numbers}) with ordinality as held (number, place)
  join pg_attribute a on a.attrelid = ${relation} and a.attnum = held.number)`

const TABLES = `
  select jsonb_build_object(
    'schema', n.nspname, 'name', c.relname,
    'columns', (
      select jsonb_agg(jsonb_build_object(
        'name', a.attname, 'type', format_type(a.atttypid, a.atttypmod), 'isRequired', a.attnotnull,
        'isSetByDatabase', a.attgenerated <> '' or a.attidentity <> '',
        'labels', coalesce((select jsonb_agg(e.enumlabel) from pg_enum e where e.enumtypid = a.atttypid), '[]')
      ) order by a.attnum) from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped),
    'checks', coalesce((
      select jsonb_agg(jsonb_build_object(
        'columns', coalesce(${namesOf('k.conkey', 'c.oid')}, '[]'), 'expression', pg_get_expr(k.conbin, c.oid)
      ) order by k.conname) from pg_constraint k where k.conrelid = c.oid and k.contype = 'c'), '[]'),
    'references', coalesce((
      select jsonb_agg(jsonb_build_object(
        'columns', ${namesOf('k.conkey', 'c.oid')}, 'to', (select p.relnamespace::regnamespace || '.' || p.relname from pg_class p where p.oid = k.confrelid), 'keys', ${namesOf('k.confkey', 'k.confrelid')}
      ) order by k.conname) from pg_constraint k where k.conrelid = c.oid and k.contype = 'f'), '[]'),
    'uniques', coalesce((
      select jsonb_agg(${namesOf('i.indkey::int2[]', 'c.oid')} order by i.indexrelid) from pg_index i
      where i.indrelid = c.oid and i.indisunique and i.indexprs is null), '[]')
  )::text as described
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
  order by n.nspname collate "C", c.relname collate "C"`

/** Reads all tables of a database, also those of the migration history. A table follows the tables that it references. */
export async function readTables({ query }: FillSession): Promise<CatalogueTable[]> {
  const rows = await query(TABLES)
  const waiting = new Map(
    rows.map(({ described }) => {
      const found = v.parse(table, JSON.parse(String(described)))
      return [qualifiedName(found), found] as const
    }),
  )
  const sorted: CatalogueTable[] = []
  while (waiting.size > 0) {
    const ready = [...waiting].filter(([name, { references }]) =>
      references.every(({ to }) => to === name || !waiting.has(to)),
    )
    if (ready.length === 0) throw new Error(`Tables reference each other in a cycle: ${[...waiting.keys()].join(', ')}`)
    for (const [name, found] of ready) {
      sorted.push(found)
      waiting.delete(name)
    }
  }
  return sorted
}

/** Returns the schema and the name of a table. */
export function qualifiedName({ schema, name }: Pick<CatalogueTable, 'schema' | 'name'>): string {
  return `${schema}.${name}`
}

/** Returns each column, as `schema.table.column`, that is null in every row. The columns of a table without rows are among them. */
export async function findEmptyColumns(session: FillSession): Promise<string[]> {
  const empty: string[] = []
  for (const each of await readTables(session)) {
    const counts = each.columns.map(({ name }) => `count("${name}")::int`)
    const [row] = await session.query(`select array[${counts.join(', ')}]::text as counts from ${qualifiedName(each)}`)
    const filled = String(row?.['counts']).slice(1, -1).split(',')
    empty.push(
      ...each.columns.filter((_, place) => filled[place] === '0').map(({ name }) => `${qualifiedName(each)}.${name}`),
    )
  }
  return empty
}
