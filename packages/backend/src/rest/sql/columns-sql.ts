import { type RawBuilder, sql } from 'kysely'
import { restErrors } from '../errors.ts'
import type { OrderTerm } from '../parse/parse-order.ts'
import type { RowRange } from '../parse/parse-range.ts'
import type { SelectItem } from '../parse/parse-select.ts'
import { getColumnPathName, resolveSqlField, type SqlRelation } from './field-sql.ts'

/** The types that a caller may cast columns to. Only names in this list are inserted into SQL, so that no text of the request becomes SQL. */
const castable = new Set(
  `bool boolean bpchar bytea char date decimal float4 float8 int int2 int4 int8 integer bigint smallint interval json jsonb
  numeric real text time timestamp timestamptz timetz uuid varchar`.split(/\s+/),
)

/** One column of the response: its name and its SQL expression. */
export type OutputColumn = { name: string; expression: RawBuilder<unknown> }

/** Returns the columns of the response, with `*` replaced by all columns. */
export function resolveOutputColumns(relation: SqlRelation, select: readonly SelectItem[]): OutputColumn[] {
  return select.flatMap((item) => {
    if (item === '*') {
      return relation.columns.map(({ name }) => ({ name, expression: sql`${sql.id(relation.alias, name)}` }))
    }
    const { expression } = resolveSqlField(relation, item.path)
    return [{ name: item.alias ?? getColumnPathName(item.path), expression: cast(expression, item.cast) }]
  })
}

/** Returns the names of the columns of the response. */
export function listOutputColumnNames(relation: SqlRelation, select: readonly SelectItem[]): string[] {
  return select.flatMap((item) => {
    const columns = item === '*' ? relation.columns : resolveOutputColumns(relation, [item])
    return columns.map(({ name }) => name)
  })
}

/**
 * Returns the column list for `select` or `returning`. A bare `*` is not expanded, so that it includes a column that was added after the
 * schema was read.
 */
export function columnListSql(relation: SqlRelation, select: readonly SelectItem[]): RawBuilder<unknown> {
  if (select.length === 1 && select[0] === '*') return sql`${sql.id(relation.alias)}.*`
  const columns = resolveOutputColumns(relation, select)
  return sql.join(columns.map(({ name, expression }) => sql`${expression} as ${sql.id(name)}`))
}

/** Returns the `order by` clause, or an empty one without an order. */
export function orderBySql(relation: SqlRelation, order: readonly OrderTerm[]): RawBuilder<unknown> {
  if (order.length === 0) return sql``
  const terms = order.map(({ path, direction, nulls }) => {
    const { expression } = resolveSqlField(relation, path)
    return sql`${expression} ${sql.raw(direction)}${nulls === null ? sql`` : sql.raw(` nulls ${nulls}`)}`
  })
  return sql`order by ${sql.join(terms)}`
}

/** Returns the `limit` and `offset` clauses. */
export function limitOffsetSql({ limit, offset }: RowRange): RawBuilder<unknown> {
  return sql`${limit === null ? sql`` : sql`limit ${sql.lit(limit)} `}offset ${sql.lit(offset)}`
}

function cast(expression: RawBuilder<unknown>, type: string | null): RawBuilder<unknown> {
  if (type === null) return expression
  const name = type.toLowerCase()
  if (!castable.has(name)) throw restErrors.unknownType({ message: `type "${type}" does not exist` })
  return sql`cast(${expression} as ${sql.raw(name)})`
}
