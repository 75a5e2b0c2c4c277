import * as v from 'valibot'
import { endpoint } from '../http/endpoint.ts'
import { requireFewEnough, requireSingle, respondToChange, spanOf } from './answer-rows.ts'
import { updateRows } from './sql/changes-store.ts'
import { requireExposedSchema } from './guards.ts'
import { parseObject } from './parse/parse-rows.ts'
import { findColumns, parseRequest, requireConditions, requirePlainValues, returningOf } from './rest-request.ts'
import { NO_ROWS } from './sql/rows-store.ts'
import { changeAsCaller } from './run-as-caller.ts'

/**
 * PATCH /rest/v1/<table>. Updates the rows that match the filters. Responds with 204, or 200 and the updated rows. Rejects an update
 * without a filter. Rolls back when the update affects more rows than `max-affected`, or not exactly one row when a single object was
 * requested.
 */
export const changeRows = endpoint({
  input: v.unknown(),
  guards: [requireExposedSchema],
  async handle(context) {
    const { input, text, caller, services } = context
    const asked = await parseRequest(context)
    const object = parseObject(input)
    const names = asked.query.columns ?? Object.keys(object)
    const values = { columns: findColumns(asked.table, names), json: text }
    requirePlainValues(values.columns, [object])
    const returning = returningOf(asked)
    requireConditions(asked, 'UPDATE')
    const result = await changeAsCaller(
      services,
      caller,
      async (tx) => {
        const changed =
          names.length === 0 ? NO_ROWS : await updateRows(tx, asked.table, values, asked.query.conditions, returning)
        requireFewEnough(asked.preferences, changed.count)
        if (returning.output !== null) requireSingle(asked.form, changed.count)
        return changed
      },
      asked.preferences.rollback,
    )
    return respondToChange(result, asked, { withRows: 200, without: 204, span: spanOf(0, result.count) })
  },
})
