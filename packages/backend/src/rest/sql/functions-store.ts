import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../database/port/tables.ts'
import { type DatabaseFunction, EXPOSED_SCHEMA } from '../schema.ts'
import { limitOffsetSql, orderBySql } from './columns-sql.ts'
import type { SqlRelation } from './field-sql.ts'
import { executeStatement, type RowReadQuery, requestedOutputSql, type StatementResult } from './rows-store.ts'
import { whereSql } from './where-sql.ts'

const CALL = 'pgrst_call'
const SCALAR = 'pgrst_scalar'

/** A call of a database function: the names of the given arguments and the JSON object that contains them. */
export type DatabaseFunctionCall = { called: DatabaseFunction; given: ReadonlySet<string>; json: string }

/** Calls a database function once with the caller's role and queries its result like a table. */
export function queryDatabaseFunction(
  tx: Tx,
  call: DatabaseFunctionCall,
  query: RowReadQuery,
): Promise<StatementResult> {
  const isScalar = call.called.result === 'value'
  const relation: SqlRelation = { name: call.called.name, alias: CALL, columns: call.called.columns }
  const from = sql`from ${sql.id(CALL)} ${whereSql(relation, query.conditions)}`
  const source = sql`
    select ${isScalar ? sql.id(CALL, SCALAR) : requestedOutputSql(relation, query)} ${from}
    ${orderBySql(relation, query.order)} ${limitOffsetSql(query.range)}`
  return executeStatement(tx, source, {
    relation,
    output: query,
    total: query.count ? sql`(select count(*) ${from})` : null,
    scalar: isScalar,
    // `materialized` makes the function run only once although its result is read twice: the function may have side effects.
    prelude: sql`${sql.id(CALL)} as materialized (select ${sql.id(CALL)}.* from ${invocation(call)}),`,
  })
}

/** Calls a database function that returns nothing. */
export async function callVoidDatabaseFunction(tx: Tx, call: DatabaseFunctionCall): Promise<void> {
  await sql`select from ${invocation(call)}`.execute(tx)
}

/** Returns the function call as an item of a `from` clause. All arguments are sent as one JSON parameter. */
function invocation({ called, given, json }: DatabaseFunctionCall): RawBuilder<unknown> {
  const name = sql.id(EXPOSED_SCHEMA, called.name)
  const alias = called.result === 'value' ? sql`${sql.id(CALL)}(${sql.id(SCALAR)})` : sql.id(CALL)
  const parameters = called.parameters.filter((parameter) => given.has(parameter.name))
  if (parameters.length === 0) return sql`${name}() as ${alias}`
  const types = parameters.map((parameter) => sql`${sql.id(parameter.name)} ${sql.raw(parameter.type)}`)
  const values = parameters.map((parameter) => {
    const value = sql`${sql.id(parameter.name)} := ${sql.id('pgrst_args', parameter.name)}`
    return parameter.variadic ? sql`variadic ${value}` : value
  })
  return sql`
    jsonb_to_record(cast(cast(${json} as text) as jsonb)) as pgrst_args(${sql.join(types)}),
    lateral ${name}(${sql.join(values)}) as ${alias}`
}
