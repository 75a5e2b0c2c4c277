import * as v from 'valibot'
import { defineEndpoint } from '../http/endpoint.ts'
import { requireExposedSchema } from './guards.ts'
import { requireBodyObject } from './parse/parse-rows.ts'
import {
  parseRestRequest,
  parseReturnedColumns,
  requireRowFilter,
  requireScalarValues,
  requireTableColumns,
} from './rest-request.ts'
import { enforceMaxAffectedRows, formatRowSpan, requireSingleRow, respondToWrite } from './row-responses.ts'
import { runWriteTransactionAsCaller } from './run-as-caller.ts'
import { updateRows } from './sql/changes-store.ts'
import { EMPTY_STATEMENT_RESULT } from './sql/rows-store.ts'

/**
 * PATCH /rest/v1/<table>. Updates the rows that match the filters. Responds with 204, or 200 and the updated rows. Rejects an update
 * without a filter. Rolls back when the update affects more rows than `max-affected`, or not exactly one row when a single object was
 * requested.
 */
export const updateRowsEndpoint = defineEndpoint({
  input: v.unknown(),
  guards: [requireExposedSchema],
  async handle(context) {
    const { input, text, caller, services } = context
    const asked = await parseRestRequest(context)
    const object = requireBodyObject(input)
    const names = asked.query.columns ?? Object.keys(object)
    const values = { columns: requireTableColumns(asked.table, names), json: text }
    requireScalarValues(values.columns, [object])
    const returning = parseReturnedColumns(asked)
    requireRowFilter(asked, 'UPDATE')
    const result = await runWriteTransactionAsCaller(
      services,
      caller,
      async (tx) => {
        const changed =
          names.length === 0
            ? EMPTY_STATEMENT_RESULT
            : await updateRows(tx, asked.table, values, asked.query.conditions, returning)
        enforceMaxAffectedRows(asked.preferences, changed.count)
        if (returning.output !== null) requireSingleRow(asked.form, changed.count)
        return changed
      },
      asked.preferences.rollback,
    )
    return respondToWrite(result, asked, { withRows: 200, without: 204, span: formatRowSpan(0, result.count) })
  },
})
