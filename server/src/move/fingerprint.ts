import type { Database, SqlScriptSession } from '@site/backend/database/port/database'
import * as v from 'valibot'
import { formatQualifiedTableName, type MovedTable, selectRowAsTextSql } from './catalogue.ts'
import { withLosslessTextFormat } from './exact-session.ts'

/** The number of rows of a table and the sum of the hashes of its rows, which does not depend on the order of the rows. */
export type TableFingerprint = { rows: number; sum: string }

const shape = v.tuple([
  v.object({ rows: v.pipe(v.union([v.number(), v.string()]), v.transform(Number)), sum: v.string() }),
])

/** Computes the fingerprint (number and hash sum of rows) of a table, or of its rows `t` that match a condition. */
export async function fingerprintTable(
  session: SqlScriptSession,
  table: MovedTable,
  condition = 'true',
  values: readonly unknown[] = [],
): Promise<TableFingerprint> {
  // The hashes are combined by addition. With XOR, two equal rows would cancel each other out.
  const half = (from: number) => `sum(('x' || substr(h.hash, ${from}, 16))::bit(64)::bigint::numeric)`
  const answer = await session.query(
    `select count(*)::float8 as rows, concat(${half(1)}, '/', ${half(17)}) as sum
     from (select md5(${selectRowAsTextSql(table, 't')}::text) as hash from ${formatQualifiedTableName(table)} t where ${condition}) h`,
    values,
  )
  return v.parse(shape, answer)[0]
}

/** Computes the fingerprint (number and hash sum of rows) of a whole table, in a transaction of its own. */
export function fingerprintWholeTable(database: Database, table: MovedTable): Promise<TableFingerprint> {
  return withLosslessTextFormat(database, (session) => fingerprintTable(session, table))
}

/** Returns whether the fingerprints of two tables are equal, which means that the tables have the same rows. */
export function areFingerprintsEqual(left: TableFingerprint, right: TableFingerprint): boolean {
  return left.rows === right.rows && left.sum === right.sum
}
