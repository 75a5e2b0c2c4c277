import * as v from 'valibot'
import type { Tx } from '../database/port/tables.ts'
import { defineEndpoint } from '../http/endpoint.ts'
import { Refusal } from '../http/errors.ts'
import { insertRowsAndCountAttempt } from './counted-insert.ts'
import { requireExposedSchema } from './guards.ts'
import { parseRequestRows, type RequestRows } from './parse/parse-rows.ts'
import {
  parseRestRequest,
  parseReturnedColumns,
  type RestRequest,
  requireScalarValues,
  requireTableColumns,
} from './rest-request.ts'
import { requireSingleRow, respondToWrite } from './row-responses.ts'
import { runWriteTransactionAsCaller } from './run-as-caller.ts'
import { type InsertOptions, insertRows } from './sql/changes-store.ts'
import { EMPTY_STATEMENT_RESULT } from './sql/rows-store.ts'

/**
 * POST /rest/v1/<table>. Inserts one or several rows, either all or none. Responds with 201, or 200 when a merge only updated existing
 * rows. Returns the rows only for `Prefer: return=representation`. Rejects a request with filters.
 */
export const insertRowsEndpoint = defineEndpoint({
  input: v.unknown(),
  guards: [requireExposedSchema],
  async handle(context) {
    const { input, text, caller, services } = context
    const asked = await parseRestRequest(context)
    const rows = parseRequestRows(input, text, asked.query)
    const insertion = {
      ...parseReturnedColumns(asked),
      conflict: conflictOf(asked),
      missing: asked.preferences.missing,
    }
    requireScalarValues(requireTableColumns(asked.table, rows.columns), rows.values)
    requireTableColumns(asked.table, insertion.conflict?.columns ?? [])
    const { rollback } = asked.preferences
    const runInsert = async (tx: Tx) => {
      const result = rows.count === 0 ? EMPTY_STATEMENT_RESULT : await insertRows(tx, asked.table, rows, insertion)
      if (insertion.output !== null) requireSingleRow(asked.form, result.count)
      return result
    }
    const added = services.application.inserts.get(asked.table.name)
    const counter = caller.role === 'service_role' ? undefined : added?.attempts
    const insertAlone = () =>
      counter === undefined
        ? runWriteTransactionAsCaller(services, caller, runInsert, rollback)
        : insertRowsAndCountAttempt(services, counter, { caller, rows: storedValues(rows) }, runInsert)
    const isPlain = insertion.output === null && insertion.conflict === null && !rollback
    const insert = isPlain
      ? services.acceleration.insert({ caller, table: asked.table.name, rows, insertAlone })
      : insertAlone()
    const result = await insert.catch((error) => {
      if (error instanceof Refusal) added?.refused?.(error.code)
      throw error
    })
    if (!rollback) added?.accepted?.(result.count - result.updated)
    const isMerged = asked.preferences.resolution === 'merge' && result.count > 0 && result.updated === result.count
    const status = isMerged ? 200 : 201
    // A trigger may update an existing row instead, so that the database counts no inserted row. The response reports the requested number
    // of rows, so that `count` does not reveal which rows were already stored.
    const reported = counter === undefined ? result : { ...result, count: rows.count }
    return respondToWrite(reported, asked, { withRows: status, without: status, span: '*' })
  },
})

/**
 * Returns the rows for the rate limit's counter, without the values that `columns=` excludes: those are not inserted and must not affect
 * the count.
 */
function storedValues({ values, columns }: RequestRows): Record<string, unknown>[] {
  return values.map((row) =>
    Object.fromEntries(columns.filter((name) => Object.hasOwn(row, name)).map((name) => [name, row[name]])),
  )
}

function conflictOf({ table, query, preferences }: RestRequest): InsertOptions['conflict'] {
  if (preferences.resolution === null) return null
  return { columns: query.onConflict ?? table.primaryKey, resolution: preferences.resolution }
}
