import * as v from 'valibot'
import type { Tx } from '../database/port/tables.ts'
import { defineEndpoint, type EndpointContext } from '../http/endpoint.ts'
import { requireExposedSchema } from './guards.ts'
import { requireBodyObject } from './parse/parse-rows.ts'
import {
  parseRestRequest,
  parseReturnedColumns,
  type RestRequest,
  type ReturnedColumns,
  requireRowFilter,
  requireScalarValues,
  requireTableColumns,
} from './rest-request.ts'
import { enforceMaxAffectedRows, formatRowSpan, requireSingleRow, respondToWrite } from './row-responses.ts'
import { runWriteTransactionAsCaller } from './run-as-caller.ts'
import { deleteRows, updateRows } from './sql/changes-store.ts'
import { EMPTY_STATEMENT_RESULT, type StatementResult } from './sql/rows-store.ts'

/** PATCH /rest/v1/<table>. Updates the rows that match the filters. Responds with 204, or 200 and the updated rows. */
export const updateRowsEndpoint = defineEndpoint({
  input: v.unknown(),
  guards: [requireExposedSchema],
  async handle(context) {
    const { input, text } = context
    const asked = await parseRestRequest(context)
    const object = requireBodyObject(input)
    const names = asked.query.columns ?? Object.keys(object)
    const values = { columns: requireTableColumns(asked.table, names), json: text }
    requireScalarValues(values.columns, [object])
    const result = await runFilteredChange(context, asked, 'UPDATE', async (tx, returning) =>
      names.length === 0
        ? EMPTY_STATEMENT_RESULT
        : await updateRows(tx, asked.table, values, asked.query.conditions, returning),
    )
    return respondToWrite(result, asked, { withRows: 200, without: 204, span: formatRowSpan(0, result.count) })
  },
})

/** DELETE /rest/v1/<table>. Deletes the rows that match the filters. Responds with 204, or 200 and the deleted rows. */
export const deleteRowsEndpoint = defineEndpoint({
  guards: [requireExposedSchema],
  async handle(context) {
    const asked = await parseRestRequest(context)
    const { table, query } = asked
    const result = await runFilteredChange(context, asked, 'DELETE', (tx, returning) =>
      deleteRows(tx, table, query.conditions, returning),
    )
    return respondToWrite(result, asked, { withRows: 200, without: 204, span: '*' })
  },
})

/**
 * Runs an update or delete in a transaction. Throws for a request without a filter. Rolls back when the change affects more rows than
 * `max-affected`, or not exactly one row when a single object was requested.
 */
async function runFilteredChange(
  { services, caller }: Pick<EndpointContext<unknown, unknown>, 'services' | 'caller'>,
  asked: RestRequest,
  verb: 'UPDATE' | 'DELETE',
  change: (tx: Tx, returning: ReturnedColumns) => Promise<StatementResult>,
): Promise<StatementResult> {
  const returning = parseReturnedColumns(asked)
  requireRowFilter(asked, verb)
  const run = async (tx: Tx) => {
    const changed = await change(tx, returning)
    enforceMaxAffectedRows(asked.preferences, changed.count)
    if (returning.output !== null) requireSingleRow(asked.form, changed.count)
    return changed
  }
  return await runWriteTransactionAsCaller(services, caller, run, asked.preferences.rollback)
}
