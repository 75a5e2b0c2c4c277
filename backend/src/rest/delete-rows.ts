import { endpoint } from '../http/endpoint.ts'
import { answerChange, requireFewEnough, requireSingle } from './answer-rows.ts'
import { deleteRows } from './changes-store.ts'
import { requireExposedSchema } from './guards.ts'
import { parseRequest, requireConditions, returningOf } from './rest-request.ts'
import { changeAsCaller } from './run-as-caller.ts'

/**
 * DELETE /rest/v1/<table>. Deletes the rows that fulfil the filters: 204, or 200 with what was deleted. Refuses to
 * delete without a filter, and undoes a deletion of more rows than `max-affected` or than the one that was asked for.
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
    return answerChange(result, asked, { withRows: 200, without: 204, span: '*' })
  },
})
