// A fixture for operations on whole databases: backup, restore, move, erasure and export. It is generated from pg_catalog, so that a new
// table or column is in the tests of these operations without a change here; a table that it cannot fill fails them.
import { candidatesFor, type RowSeed, rotate } from './candidates.ts'
import { type ColumnPools, findRow, type Row, type RowRule, type Value } from './find-row.ts'
import { type CatalogueTable, type FillSession, qualifiedName, readTables } from './read-tables.ts'

/** The schema with the history of applied migrations. Rows in it that name no migration would prevent the next start. */
const HISTORY = 'supabase_migrations'
const MOST_VALUES = 8

/**
 * Adds rows to every table, except to the history of migrations, until each column has a value in one of the new rows, and one more row with
 * as many nulls as possible. Triggers of the site do not run, as in a restore. `label` makes the values of several calls different;
 * `meanings` gives the value of columns, by name, that no type describes. Throws for a table or column that it cannot fill.
 */
export async function fillEveryColumn(
  session: FillSession,
  label: string,
  meanings: RowSeed['meanings'] = {},
): Promise<void> {
  const inserted: InsertedRows = new Map()
  for (const table of await readTables(session)) {
    if (table.schema !== HISTORY) await fillTable(session, table, { label, meanings, inserted })
  }
}

/** The rows that this call has inserted, by table, so that the first row of a table references the first row of another. */
type InsertedRows = Map<string, Row[]>
type Seed = RowSeed & { inserted: InsertedRows }

async function fillTable(session: FillSession, table: CatalogueTable, seed: Omit<Seed, 'row'>): Promise<void> {
  const rows: Row[] = []
  seed.inserted.set(qualifiedName(table), rows)
  const uncovered = new Set(table.columns.filter((column) => !column.isSetByDatabase).map(({ name }) => name))
  for (let row = 0; uncovered.size > 0; row++) {
    const [first = null] = row === 0 ? [] : uncovered
    const found = await findNextRow(session, table, { ...seed, row }, first)
    if (found === null && row === 0 && (await fillOnlyRow(session, table, { ...seed, row }))) return
    if (found === null) {
      const what = first === null ? 'a row' : `the column ${first}`
      const checks = table.checks.map(({ expression }) => expression).join('; ')
      throw new Error(`Found no values for ${what} of ${qualifiedName(table)} that meet its constraints: ${checks}`)
    }
    await insert(session, table, found)
    rows.push(found)
    for (const [name, value] of Object.entries(found)) if (value !== null) uncovered.delete(name)
  }
  const sparse = await findNextRow(session, table, { ...seed, row: table.columns.length }, null, true)
  if (sparse !== null) await insert(session, table, sparse)
}

/** Fills the empty columns of the row of a table that can have only one. Returns false for a table without rows. */
async function fillOnlyRow(session: FillSession, table: CatalogueTable, seed: Seed): Promise<boolean> {
  const settable = table.columns.filter(({ isSetByDatabase }) => !isSetByDatabase)
  const texts = settable.map(({ name }) => `${quote(name)}::text as ${quote(name)}`)
  const [present] = await session.query(`select ${texts.join(', ')} from ${qualifiedName(table)}`)
  if (present === undefined) return false
  const pools = new Map(await poolsFor(session, table, seed))
  for (const [name, value] of Object.entries(present)) if (typeof value === 'string') pools.set(name, [value])
  const found = findRow(pools, await constraintsOf(session, table, pools))
  if (found === null) throw new Error(`Found no values for the only row of ${qualifiedName(table)}.`)
  const changes = settable.map(({ name, type }, place) => `${quote(name)} = $${place + 1}::text::${type}`)
  await session.query(
    `update ${qualifiedName(table)} set ${changes.join(', ')}`,
    settable.map(({ name }) => found[name] ?? null),
  )
  return true
}

/** Finds values for the next row of a table; `first` names a column that must have a value. */
async function findNextRow(
  session: FillSession,
  table: CatalogueTable,
  seed: Seed,
  first: string | null,
  isSparse = false,
): Promise<Row | null> {
  const pools = new Map(await poolsFor(session, table, seed))
  const checks = await constraintsOf(session, table, pools)
  if (isSparse)
    for (const [name, values] of pools)
      pools.set(
        name,
        values.toSorted((a, b) => Number(a !== null) - Number(b !== null)),
      )
  if (first !== null) pools.set(first, pools.get(first)?.filter((value) => value !== null) ?? [])
  return findRow(pools, [...checks, ...(await uniquesOf(session, table))], first)
}

/** Returns the values that each column may have: those that its own constraints allow, or the keys of the table that it references. */
async function poolsFor(session: FillSession, table: CatalogueTable, seed: Seed): Promise<ColumnPools> {
  const pools = new Map<string, readonly Value[]>()
  for (const column of table.columns) {
    if (column.isSetByDatabase) continue
    const reference = table.references.find(({ columns }) => columns.includes(column.name))
    let values: readonly Value[] =
      reference === undefined
        ? candidatesFor(table, column, seed)
        : await keysFor(session, reference.to, reference.keys[reference.columns.indexOf(column.name)] ?? '', seed)
    const own = table.checks.filter(({ columns }) => columns.length === 1 && columns[0] === column.name)
    for (const { expression } of own) {
      const allowed = await findAllowed(
        session,
        table,
        [column.name],
        values.map((value) => [value]),
        expression,
      )
      values = values.filter((_, place) => allowed[place])
    }
    pools.set(column.name, [...values.slice(0, MOST_VALUES), ...(column.isRequired ? [] : [null])])
  }
  return pools
}

/** Returns the values of a referenced key, beginning with that of the row with the same number. */
async function keysFor({ query }: FillSession, table: string, key: string, { inserted, row }: Seed): Promise<string[]> {
  const own = (inserted.get(table) ?? []).flatMap((each) => each[key] ?? [])
  if (own.length > 0) return rotate(own, row)
  return (await query(`select ${quote(key)}::text as key from ${table} order by 1`)).map((each) => String(each['key']))
}

/** Returns a rule for each check constraint and foreign key over several columns: which combinations of candidate values it allows. */
async function constraintsOf(session: FillSession, table: CatalogueTable, pools: ColumnPools): Promise<RowRule[]> {
  const rules: RowRule[] = []
  for (const { columns, expression } of table.checks.filter((check) => check.columns.length > 1)) {
    const tuples = columns.reduce<Value[][]>(
      (before, name) => before.flatMap((tuple) => (pools.get(name) ?? []).map((value) => [...tuple, value])),
      [[]],
    )
    const allowed = await findAllowed(session, table, columns, tuples, expression)
    rules.push(
      allowing(
        columns,
        tuples.filter((_, place) => allowed[place]),
      ),
    )
  }
  for (const { columns, to, keys } of table.references.filter((reference) => reference.columns.length > 1)) {
    const rows = await session.query(
      `select ${keys.map((key) => `${quote(key)}::text as ${quote(key)}`).join(', ')} from ${to}`,
    )
    const { allows } = allowing(
      columns,
      rows.map((row) => keys.map((key) => textOrNull(row[key]))),
    )
    rules.push({ columns, allows: (values) => values.includes(null) || allows(values) })
  }
  return rules
}

async function uniquesOf(session: FillSession, table: CatalogueTable): Promise<RowRule[]> {
  const rules: RowRule[] = []
  for (const columns of table.uniques) {
    if (table.columns.some(({ name, isSetByDatabase }) => isSetByDatabase && columns.includes(name))) continue
    const texts = columns.map((name) => `${quote(name)}::text as ${quote(name)}`)
    const rows = await session.query(`select ${texts.join(', ')} from ${qualifiedName(table)}`)
    const used = allowing(
      columns,
      rows.map((row) => columns.map((name) => textOrNull(row[name]))),
    )
    rules.push({ columns, allows: (values) => values.includes(null) || !used.allows(values) })
  }
  return rules
}

function allowing(columns: readonly string[], tuples: readonly (readonly Value[])[]): RowRule {
  const known = new Set(tuples.map((tuple) => JSON.stringify(tuple)))
  return { columns, allows: (values) => known.has(JSON.stringify(values)) }
}

/** Evaluates a check constraint for tuples of values. A check that PostgreSQL cannot decide (null) allows a row. */
async function findAllowed(
  { query }: FillSession,
  table: CatalogueTable,
  columns: readonly string[],
  tuples: readonly (readonly Value[])[],
  expression: string,
): Promise<boolean[]> {
  const typeOf = (name: string) => table.columns.find((column) => column.name === name)?.type ?? 'text'
  const values = columns.map((name, place) => `(t.tuple ->> ${place})::${typeOf(name)} as ${quote(name)}`)
  const rows = await query(
    `select ((${expression}) is not false)::text as allowed
     from (select ${values.join(', ')}, t.place as "place of the tuple" from jsonb_array_elements($1::text::jsonb) with ordinality as t (tuple, place)) ${quote(table.name)}
     order by "place of the tuple"`,
    [JSON.stringify(tuples)],
  )
  return rows.map(({ allowed }) => allowed === 'true')
}

async function insert({ query, script }: FillSession, table: CatalogueTable, row: Row): Promise<void> {
  const columns = table.columns.filter(({ name }) => name in row)
  const name = qualifiedName(table)
  await script(`alter table ${name} disable trigger user`)
  await query(
    `insert into ${name} (${columns.map((column) => quote(column.name)).join(', ')})
     values (${columns.map(({ type }, place) => `$${place + 1}::text::${type}`).join(', ')})`,
    columns.map((column) => row[column.name] ?? null),
  ).catch((cause: unknown) => {
    throw new Error(`${name} refused ${JSON.stringify(row)}: ${String(cause)}`, { cause })
  })
  await script(`alter table ${name} enable trigger user`)
}

function textOrNull(value: unknown): Value {
  return typeof value === 'string' ? value : null
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
