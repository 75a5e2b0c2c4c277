import { defineEndpoint } from '../http/endpoint.ts'
import { requireExposedSchema } from './guards.ts'
import { parseRestRequest, parseReturnedColumns, requireRowFilter } from './rest-request.ts'
import { enforceMaxAffectedRows, requireSingleRow, respondToWrite } from './row-responses.ts'
import { runWriteTransactionAsCaller } from './run-as-caller.ts'
import { deleteRows } from './sql/changes-store.ts'

/**
 * DELETE /rest/v1/<table>. Deletes the rows that match the filters. Responds with 204, or 200 and the deleted rows. Rejects a request
 * without a filter. Rolls back when the delete affects more rows than `max-affected`, or not exactly one row when a single object was
 * requested.
 */
export const deleteRowsEndpoint = defineEndpoint({
  guards: [requireExposedSchema],
  async handle(context) {
    const { caller, services } = context
    const asked = await parseRestRequest(context)
    const returning = parseReturnedColumns(asked)
    requireRowFilter(asked, 'DELETE')
    const result = await runWriteTransactionAsCaller(
      services,
      caller,
      async (tx) => {
        const removed = await deleteRows(tx, asked.table, asked.query.conditions, returning)
        enforceMaxAffectedRows(asked.preferences, removed.count)
        if (returning.output !== null) requireSingleRow(asked.form, removed.count)
        return removed
      },
      asked.preferences.rollback,
    )
    return respondToWrite(result, asked, { withRows: 200, without: 204, span: '*' })
  },
})
