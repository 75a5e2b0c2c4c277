import { endpoint } from '../http/endpoint.ts'
import { requireFewEnough, requireSingle, respondToChange } from './answer-rows.ts'
import { deleteRows } from './sql/changes-store.ts'
import { requireExposedSchema } from './guards.ts'
import { parseRequest, requireConditions, returningOf } from './rest-request.ts'
import { changeAsCaller } from './run-as-caller.ts'

/**
 * DELETE /rest/v1/<table>. Deletes the rows that match the filters. Responds with 204, or 200 and the deleted rows. Rejects a request
 * without a filter. Rolls back when the delete affects more rows than `max-affected`, or not exactly one row when a single object was
 * requested.
 */
export const removeRows = endpoint({
  guards: [requireExposedSchema],
  async handle(context) {
    const { caller, services } = context
    const asked = await parseRequest(context)
    const returning = returningOf(asked)
    requireConditions(asked, 'DELETE')
    const result = await changeAsCaller(
      services,
      caller,
      async (tx) => {
        const removed = await deleteRows(tx, asked.table, asked.query.conditions, returning)
        requireFewEnough(asked.preferences, removed.count)
        if (returning.output !== null) requireSingle(asked.form, removed.count)
        return removed
      },
      asked.preferences.rollback,
    )
    return respondToChange(result, asked, { withRows: 200, without: 204, span: '*' })
  },
})
