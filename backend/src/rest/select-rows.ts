import { endpoint } from '../http/endpoint.ts'
import { answerReading } from './answer-rows.ts'
import { requireExposedSchema } from './guards.ts'
import { parseRange, type Range } from './parse-range.ts'
import { parseRequest } from './rest-request.ts'
import { type Reading, readRows } from './rows-store.ts'
import { readAsCaller } from './run-as-caller.ts'

/** The most rows of one answer; whoever wants more asks again with an offset. */
export const ROWS_MAX = 1_000

/**
 * GET and HEAD /rest/v1/<table>. The rows that the caller may see: at most a thousand, with their number when
 * `Prefer: count=exact` asks for it.
 */
export const selectRows = endpoint({
  guards: [requireExposedSchema],
  async handle(context) {
    const { caller, request, services } = context
    const asked = await parseRequest(context)
    const { select, conditions, order, limit, offset } = asked.query
    const range = atMost(ROWS_MAX, parseRange(limit, offset, request.headers.range))
    const reading: Reading = { select, conditions, order, range, count: asked.preferences.count, form: asked.form }
    const readNow = () => readAsCaller(services, caller, (tx) => readRows(tx, asked.table, reading))
    const { result, kept } = await services.queryCache.read(caller, asked.table, reading, readNow)
    if (kept) services.responseCache.expect(request.raw, kept)
    return answerReading(result, range, asked)
  },
})

/** A window of no more than so many rows. */
export function atMost(rows: number, { offset, limit }: Range) {
  return { offset, limit: Math.min(limit ?? rows, rows) }
}
