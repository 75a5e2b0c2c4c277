import type { Caller } from '../database/database.ts'

/** An insert that the database refused, with everything it had done rolled back. */
export type RefusedInsert = { caller: Caller; code: string; rows: readonly unknown[] }

/** Told of refused inserts into one table, for whoever must count attempts that left no trace. Never rejects. */
export type RefusedInsertHook = (refused: RefusedInsert) => Promise<void>
