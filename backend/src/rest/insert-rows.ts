import type { Transaction } from 'kysely'
import * as v from 'valibot'
import type { Tables } from '../database/tables.ts'
import { endpoint } from '../http/endpoint.ts'
import { Refusal } from '../http/errors.ts'
import { answerChange, requireSingle } from './answer-rows.ts'
import { type Insertion, insertRows } from './changes-store.ts'
import { insertCounted } from './counted-insert.ts'
import { requireExposedSchema } from './guards.ts'
import { parseRows, type Rows } from './parse-rows.ts'
import { findColumns, parseRequest, type RestRequest, requirePlainValues, returningOf } from './rest-request.ts'
import { NO_ROWS } from './rows-store.ts'
import { changeAsCaller } from './run-as-caller.ts'

/**
 * POST /rest/v1/<table>. Inserts one row or many, all or none: 201, or 200 when a merge found every row already there.
 * The rows come back only with `Prefer: return=representation`. Refuses filters with nothing done.
 */
export const createRows = endpoint({
  input: v.unknown(),
  guards: [requireExposedSchema],
  async handle(context) {
    const { input, text, caller, services } = context
    const asked = await parseRequest(context)
    const rows = parseRows(input, text, asked.query)
    const insertion = { ...returningOf(asked), conflict: conflictOf(asked), missing: asked.preferences.missing }
    requirePlainValues(findColumns(asked.table, rows.columns), rows.values)
    findColumns(asked.table, insertion.conflict?.columns ?? [])
    const { rollback } = asked.preferences
    const insertNow = async (tx: Transaction<Tables>) => {
      const result = rows.count === 0 ? NO_ROWS : await insertRows(tx, asked.table, rows, insertion)
      if (insertion.output !== null) requireSingle(asked.form, result.count)
      return result
    }
    const counter = caller.role === 'service_role' ? undefined : services.attemptCounters.get(asked.table.name)
    const insertAlone = () =>
      counter === undefined
        ? changeAsCaller(services, caller, insertNow, rollback)
        : insertCounted(services, counter, { caller, rows: storedValues(rows) }, insertNow)
    const isPlain = insertion.output === null && insertion.conflict === null && !rollback
    const insert = isPlain
      ? services.batchedInserts.insert({ caller, table: asked.table, rows, alone: insertAlone })
      : insertAlone()
    const result = await insert.catch((error) => {
      if (error instanceof Refusal) services.refusedInserts.get(asked.table.name)?.(error.code)
      throw error
    })
    if (!rollback) services.acceptedInserts.get(asked.table.name)?.(result.count - result.updated)
    const wasThere = asked.preferences.resolution === 'merge' && result.count > 0 && result.updated === result.count
    const status = wasThere ? 200 : 201
    // A payment for an address that is there already is noted on its row and adds none: `count` must not tell which it was.
    const told = counter === undefined ? result : { ...result, count: rows.count }
    return answerChange(told, asked, { withRows: status, without: status, span: '*' })
  },
})

/** The values that are inserted. A body may hold columns that `columns=` leaves out, which must not change what is counted. */
function storedValues({ values, columns }: Rows): Record<string, unknown>[] {
  return values.map((row) =>
    Object.fromEntries(columns.filter((name) => Object.hasOwn(row, name)).map((name) => [name, row[name]])),
  )
}

function conflictOf({ table, query, preferences }: RestRequest): Insertion['conflict'] {
  if (preferences.resolution === null) return null
  return { columns: query.onConflict ?? table.primaryKey, resolution: preferences.resolution }
}
