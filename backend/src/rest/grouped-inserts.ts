import type { FastifyBaseLogger } from 'fastify'
import type { Transaction } from 'kysely'
import type { Caller, Database } from '../database/database.ts'
import { DatabaseUnavailable, isDatabaseError } from '../database/errors.ts'
import type { Tables } from '../database/tables.ts'
import { isVisitor } from '../http/caller.ts'
import { insertOwnRows, type OwnRow } from './changes-store.ts'
import { InsertLane } from './insert-lane.ts'
import type { Rows } from './parse-rows.ts'
import type { ReadingMemory } from './reading-memory.ts'
import type { Result } from './rows-store.ts'
import type { Table } from './schema.ts'

// One of a group that must wait would keep all of them waiting. Longer than another group keeps what it holds, two trips to a
// database far away; shorter than what PostgreSQL takes, unless told otherwise, to look for a deadlock.
const LOCK_TIMEOUT = '500ms'

/** Values, constraints, our own refusals, missing rights, deadlocks and locks. */
const ORDINARY = /^(22|23|PT|42501|40P01|55P03)/

const ONE_ROW: Result = { body: '[]', count: 1, total: null, updated: 0 }

/** An insert that gives no rows back and meets no conflict, and how it is done alone. */
export type PlainInsert = { caller: Caller; table: Table; rows: Rows; alone: () => Promise<Result> }

type Host = {
  database: Pick<Database, 'asCaller' | 'engine'>
  readings: Pick<ReadingMemory, 'forget'>
  log: Pick<FastifyBaseLogger, 'error'>
}

type Passenger = OwnRow & { table: Table; columns: readonly string[] }

/** Takes a group back because it did not become as many rows as it had. */
class Incomplete extends Error {}

/**
 * Puts visitors' inserts of one row each into one statement and one transaction when they come at once (`InsertLane`), for the
 * tables that are named: only who knows a table's triggers can say that none of them, after a row, looks at where it came from.
 * Who asks cannot tell: a row is there once they are answered, and a refusal is the one they would have got alone.
 */
export class GroupedInserts {
  readonly #database: Host['database']
  readonly #readings: Host['readings']
  readonly #log: Host['log']
  /** By table and columns, for each of the named tables. */
  readonly #lanes: ReadonlyMap<string, Map<string, InsertLane<Passenger, Result>>>

  constructor({ database, readings, log }: Host, tables: readonly string[]) {
    this.#database = database
    this.#readings = readings
    this.#log = log
    this.#lanes = new Map(tables.map((table) => [table, new Map()]))
  }

  /** Settles as `alone` does, or as the group it goes with. */
  insert({ caller, table, rows, alone }: PlainInsert): Promise<Result> {
    const lanes = this.#lanes.get(table.name)
    const isOneRow = rows.count === 1 && rows.isComplete && rows.columns.length > 0
    if (lanes === undefined || !isOneRow || !isVisitor(caller)) return alone()
    const columns = rows.columns.toSorted()
    const key = JSON.stringify(columns)
    const lane = lanes.get(key) ?? this.#newLane()
    lanes.set(key, lane)
    return lane.insert({ row: { caller, table, columns, json: rows.json }, alone })
  }

  #newLane(): InsertLane<Passenger, Result> {
    // The embedded engine has one connection: a second group would wait there instead of growing here.
    const abreast = this.#database.engine === 'postgres' ? 2 : 1
    return new InsertLane((group: readonly Passenger[]) => this.#insertTogether(group), { abreast })
  }

  /** Null when nothing of it is kept. Rejects when that cannot be told from here, as when the connection broke during the commit. */
  async #insertTogether(group: readonly Passenger[]): Promise<Result[] | null> {
    const [first] = group
    if (first === undefined) return []
    // Whoever counts by the source locks it: two groups take the same sources in the same order.
    const rows = group.toSorted(bySource)
    let mayBeKept = false
    try {
      const insert = async (tx: Transaction<Tables>) => {
        mayBeKept = false
        const count = await insertOwnRows(tx, first.table, first.columns, rows)
        if (count !== group.length) throw new Incomplete()
        mayBeKept = true
      }
      await this.#database.asCaller(first.caller, insert, { lockTimeout: LOCK_TIMEOUT })
      return group.map(() => ONE_ROW)
    } catch (error) {
      if (mayBeKept && !isDatabaseError(error)) throw error
      // Alone it may go well, so nobody would ever hear that no group does.
      if (!isOrdinary(error)) this.#log.error({ event: 'group_fault', err: error }, 'Everybody of the group goes alone')
      return null
    } finally {
      this.#readings.forget()
    }
  }
}

/** Whether a group may fail with this and be well made: a row was refused, somebody held a lock, the database is away. */
function isOrdinary(error: unknown): boolean {
  if (isDatabaseError(error)) return ORDINARY.test(error.code)
  return error instanceof DatabaseUnavailable || error instanceof Incomplete
}

function bySource({ caller: { source: one } }: OwnRow, { caller: { source: other } }: OwnRow): number {
  return Number(one > other) - Number(one < other)
}
