import { defineEndpoint } from '../http/endpoint.ts'
import { requireExposedSchema } from './guards.ts'
import { parseRowRange, type RowRange } from './parse/parse-range.ts'
import { parseRestRequest } from './rest-request.ts'
import { respondWithRows } from './row-responses.ts'
import { runTransactionAsCaller } from './run-as-caller.ts'
import { type RowReadQuery, selectRows } from './sql/rows-store.ts'

/** The maximum number of rows in one response. Clients read further rows page by page with `offset`. */
export const MAX_ROWS_PER_RESPONSE = 1_000

/** GET and HEAD /rest/v1/<table>. Returns the rows that the caller may see, at most 1,000, with their total number for `Prefer: count=exact`. */
export const selectRowsEndpoint = defineEndpoint({
  guards: [requireExposedSchema],
  async handle(context) {
    const { caller, request, services } = context
    const asked = await parseRestRequest(context)
    const { select, conditions, order, limit, offset } = asked.query
    const range = limitRowRange(MAX_ROWS_PER_RESPONSE, parseRowRange(limit, offset, request.headers.range))
    const query: RowReadQuery = { select, conditions, order, range, count: asked.preferences.count, form: asked.form }
    const runQuery = () => runTransactionAsCaller(services, caller, (tx) => selectRows(tx, asked.table, query))
    const result = await services.acceleration.read(request.raw, caller, asked.table.name, runQuery)
    return respondWithRows(result, range, asked)
  },
})

/** Returns a range of rows, shortened to at most `rows` rows. */
export function limitRowRange(rows: number, { offset, limit }: RowRange) {
  return { offset, limit: Math.min(limit ?? rows, rows) }
}
