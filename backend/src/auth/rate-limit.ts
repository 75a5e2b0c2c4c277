import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../database/tables.ts'

/** A token bucket's capacity, and the seconds in which it refills completely. */
export type Rate = { limit: number; seconds: number }

/** The connection or transaction that a bucket is read and updated in. */
export type Db = Kysely<Tables> | Transaction<Tables>

/**
 * Takes one token from a token bucket. Returns 0, or the seconds until a token is available when the bucket is empty.
 * Buckets are rows, so that they survive a restart and several processes share them. The key is a keyed hash, so that
 * the table holds no personal data.
 */
export async function takeFromBucket(db: Db, key: string, rate: Rate): Promise<number> {
  const { rows } = await sql`
    insert into auth.rate_buckets as b (key, tokens) values (${key}, ${rate.limit - 1})
    on conflict (key) do update set tokens = ${refilled(rate)} - 1, updated_at = now()
    where ${refilled(rate)} >= 1
    returning tokens`.execute(db)
  return rows.length > 0 ? 0 : await secondsUntilOne(db, key, rate)
}

/** Returns a token to a bucket. */
export async function giveBack(db: Db, key: string, { limit }: Rate): Promise<void> {
  await sql`update auth.rate_buckets set tokens = least(${limit}::float8, tokens + 1) where key = ${key}`.execute(db)
}

/** Whether a token was taken from a bucket within this many seconds. A time in the future, from a clock that was set back, does not count. */
export async function wasUsedWithin(db: Db, key: string, seconds: number): Promise<boolean> {
  const { rows } = await sql`
    select from auth.rate_buckets where key = ${key}
      and updated_at between now() - make_interval(secs => ${seconds}) and now() + interval '1 minute'`.execute(db)
  return rows.length > 0
}

/** Returns the seconds until a bucket has a token; 0 when it has one now. Takes none. */
export async function secondsUntilOne(db: Db, key: string, rate: Rate): Promise<number> {
  const { rows } = await sql<{ tokens: number }>`
    select ${refilled(rate)} as tokens from auth.rate_buckets as b where key = ${key}`.execute(db)
  const missing = 1 - Number(rows[0]?.tokens ?? 1)
  return missing <= 0 ? 0 : Math.max(1, Math.ceil((missing * rate.seconds) / rate.limit))
}

/**
 * The current number of tokens in bucket `b`, as SQL. A bucket that was updated in the future counts as full: the clock
 * was set back, and clients must not wait until it catches up. Up to a minute ahead is tolerated, because `now()` is the
 * start of a transaction and a later one can commit first.
 */
function refilled({ limit, seconds }: Rate) {
  const perSecond = limit / seconds
  const passed = sql`greatest(0, extract(epoch from now() - b.updated_at)::float8)`
  return sql`case when b.updated_at > now() + interval '1 minute' then ${limit}::float8
    else least(${limit}::float8, b.tokens + ${passed} * ${perSecond}::float8) end`
}
