import type { SqlScriptSession } from '@site/backend/database/port/database'

/**
 * A table to copy. The names of the table (with its schema) and of its columns are quoted where SQL needs it. `values` are the SQL
 * expressions in the source for the columns that COPY writes in the target; left out when they are the same columns.
 */
export type MovedTable = { name: string; columns: readonly string[]; values?: readonly string[] }

/** What a move copies: tables, each after those that its foreign keys reference, and the quoted names of the sequences. */
export type MoveCatalogue = { tables: readonly MovedTable[]; sequences: readonly string[] }

/** The schemas whose content differs between databases: applied migrations, the state of a move, and the database's identity. */
const NOT_MOVED = ['supabase_migrations', 'site_move', 'site_origin']

/** The tables and sequences that belong neither to PostgreSQL nor to an extension. */
const RELATIONS = `
  select c.relkind = 'S' as "isSequence", c.oid::text as oid, format('%I.%I', n.nspname, c.relname) as name,
    array(
      select quote_ident(attname) from pg_catalog.pg_attribute
      where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum
    ) as columns,
    array(
      select confrelid::text from pg_catalog.pg_constraint where conrelid = c.oid and contype = 'f' and confrelid <> c.oid
    ) as refers
  from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p', 'S') and not c.relispartition and c.relpersistence = 'p'
    and n.nspname !~ '^pg_' and n.nspname <> 'information_schema' and n.nspname <> all ($1::text[])
    and not exists (
      select from pg_catalog.pg_depend d
      where d.classid = 'pg_catalog.pg_class'::regclass and d.objid = c.oid and d.deptype = 'e'
    )
  order by name`

type Relation = { isSequence: boolean; oid: string; name: string; columns: string[]; refers: string[] }

/** Reads which tables and sequences the database has, so that a move includes new ones without a change here. */
export async function readMoveCatalogue(session: SqlScriptSession): Promise<MoveCatalogue> {
  const relations = await session.query<Relation>(RELATIONS, [NOT_MOVED])
  const { tables = [], sequences = [] } = Object.groupBy(relations, (each) =>
    each.isSequence ? 'sequences' : 'tables',
  )
  return { tables: sortByReference(tables), sequences: sequences.map(({ name }) => name) }
}

/** Sorts tables so that each comes after those that it references. Throws when they reference each other in a cycle. */
export function sortByReference<Table extends { oid: string; name: string; refers: readonly string[] }>(
  tables: readonly Table[],
): Table[] {
  const sorted: Table[] = []
  for (let waiting = [...tables]; waiting.length > 0; ) {
    const isReady = ({ refers }: Table) => !waiting.some(({ oid }) => refers.includes(oid))
    const { ready = [], blocked = [] } = Object.groupBy(waiting, (table) => (isReady(table) ? 'ready' : 'blocked'))
    if (ready.length === 0) {
      const names = tablesInCycle(blocked).map(({ name }) => name)
      throw new Error(`Tables refer to each other in a circle: ${names.join(', ')}`)
    }
    sorted.push(...ready)
    waiting = blocked
  }
  return sorted
}

/** Removes the tables that only refer to a cycle, and those that refer to them. */
function tablesInCycle<Table extends { oid: string; refers: readonly string[] }>(blocked: readonly Table[]): Table[] {
  const referenced = blocked.filter(({ oid }) => blocked.some(({ refers }) => refers.includes(oid)))
  return referenced.length === blocked.length ? referenced : tablesInCycle(referenced)
}

/** Returns whether the database has a table. `name` contains the schema: `auth.users`. */
export async function hasTable(session: SqlScriptSession, name: string): Promise<boolean> {
  const [found] = await session.query('select to_regclass($1) is not null as is_there', [name])
  return found?.['is_there'] === true
}
