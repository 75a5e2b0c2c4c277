import * as v from 'valibot'
import { endpoint } from '../http/endpoint.ts'
import { formatRowSpan, requireMaxAffected, requireSingleRow, respondToWrite } from './answer-rows.ts'
import { requireExposedSchema } from './guards.ts'
import { requireBodyObject } from './parse/parse-rows.ts'
import {
  findColumns,
  parseRestRequest,
  parseReturnedColumns,
  requireRowFilter,
  requireScalarValues,
} from './rest-request.ts'
import { writeAsCaller } from './run-as-caller.ts'
import { updateRows } from './sql/changes-store.ts'
import { NO_ROWS } from './sql/rows-store.ts'

/**
 * PATCH /rest/v1/<table>. Updates the rows that match the filters. Responds with 204, or 200 and the updated rows. Rejects an update
 * without a filter. Rolls back when the update affects more rows than `max-affected`, or not exactly one row when a single object was
 * requested.
 */
export const updateRowsEndpoint = endpoint({
  input: v.unknown(),
  guards: [requireExposedSchema],
  async handle(context) {
    const { input, text, caller, services } = context
    const asked = await parseRestRequest(context)
    const object = requireBodyObject(input)
    const names = asked.query.columns ?? Object.keys(object)
    const values = { columns: findColumns(asked.table, names), json: text }
    requireScalarValues(values.columns, [object])
    const returning = parseReturnedColumns(asked)
    requireRowFilter(asked, 'UPDATE')
    const result = await writeAsCaller(
      services,
      caller,
      async (tx) => {
        const changed =
          names.length === 0 ? NO_ROWS : await updateRows(tx, asked.table, values, asked.query.conditions, returning)
        requireMaxAffected(asked.preferences, changed.count)
        if (returning.output !== null) requireSingleRow(asked.form, changed.count)
        return changed
      },
      asked.preferences.rollback,
    )
    return respondToWrite(result, asked, { withRows: 200, without: 204, span: formatRowSpan(0, result.count) })
  },
})
