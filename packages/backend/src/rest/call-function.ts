import * as v from 'valibot'
import { defineEndpoint } from '../http/endpoint.ts'
import { noContentResponse } from '../http/endpoint-response.ts'
import { restErrors } from './errors.ts'
import { findDatabaseFunction } from './find.ts'
import { requireExposedSchema } from './guards.ts'
import { parseAcceptHeader } from './parse/parse-accept.ts'
import { parsePreferHeader } from './parse/parse-preferences.ts'
import { parseRestQuery } from './parse/parse-query.ts'
import { parseRowRange } from './parse/parse-range.ts'
import { requireBodyObject } from './parse/parse-rows.ts'
import { rejectCostlyQuery } from './query-cost-limits.ts'
import { readRequestHeader } from './request-header.ts'
import { enforceMaxAffectedRows, respondWithRows } from './row-responses.ts'
import { runWriteTransactionAsCaller } from './run-as-caller.ts'
import { limitRowRange, MAX_ROWS_PER_RESPONSE } from './select-rows.ts'
import { callVoidDatabaseFunction, queryDatabaseFunction } from './sql/functions-store.ts'
import type { RowReadQuery } from './sql/rows-store.ts'

/**
 * POST /rest/v1/rpc/<function>. Calls a database function with named arguments. Responds with its value, with its rows (filters, order and
 * range apply as to a table), or with 204 for a function that returns nothing.
 */
export const callRpcEndpoint = defineEndpoint({
  input: v.unknown(),
  guards: [requireExposedSchema],
  async handle({ input, text, params, caller, request, services }) {
    const preferences = parsePreferHeader(readRequestHeader(request, 'prefer'), caller)
    const form = parseAcceptHeader(request.headers.accept)
    const query = parseRestQuery(request.url)
    rejectCostlyQuery(query, caller)
    const { select, conditions, order, limit, offset } = query
    const given = Object.keys(requireBodyObject(input ?? {}))
    const called = await findDatabaseFunction(services.schema, params.function ?? '', given)
    const call = { called, given: new Set(given), json: text === '' ? '{}' : text }
    if (called.result === 'void') {
      await runWriteTransactionAsCaller(
        services,
        caller,
        (tx) => callVoidDatabaseFunction(tx, call),
        preferences.rollback,
      )
      return noContentResponse({ 'cache-control': 'no-store' })
    }
    const range = limitRowRange(MAX_ROWS_PER_RESPONSE, parseRowRange(limit, offset, request.headers.range))
    const readQuery: RowReadQuery = { select, conditions, order, range, count: preferences.count, form }
    if (called.result === 'value') requirePlain(readQuery)
    const result = await runWriteTransactionAsCaller(
      services,
      caller,
      async (tx) => {
        const result = await queryDatabaseFunction(tx, call, readQuery)
        enforceMaxAffectedRows(preferences, result.count)
        return result
      },
      preferences.rollback,
    )
    const isOne = !called.isSet && form.shape === 'array'
    const names = called.columns.map(({ name }) => name)
    return respondWithRows(result, range, { form: isOne ? { ...form, shape: 'object' } : form, names, preferences })
  },
})

/** Throws when a request for a scalar function selects, filters, orders or asks for CSV, because a single value has no columns. */
function requirePlain({ select, conditions, order, form }: RowReadQuery): void {
  const isPlain = select.length === 1 && select[0] === '*' && conditions.length === 0 && order.length === 0
  if (!isPlain) throw restErrors.notImplemented({ details: 'The function answers a value, which has no columns.' })
  if (form.shape === 'csv')
    throw restErrors.notAcceptable({ message: 'None of these media types are available: text/csv' })
}
