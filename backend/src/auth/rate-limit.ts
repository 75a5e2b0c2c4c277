import { type Kysely, sql, type Transaction } from 'kysely'
import type { DatabaseTables } from '../database/port/tables.ts'

/** Rate limit as a token bucket: its capacity (`limit`), and the seconds in which an empty bucket refills completely. */
export type RateLimit = { limit: number; seconds: number }

/** The database connection or transaction in which rate-limit buckets are read and updated. */
export type RateLimitDatabase = Kysely<DatabaseTables> | Transaction<DatabaseTables>

/**
 * Takes one token from a token bucket and returns 0. When the bucket is empty, returns the seconds until a token is available. Buckets are
 * database rows, so that they survive a restart and are shared by several processes. The key is a keyed hash, so that the table contains no
 * personal data.
 */
export async function consumeRateLimit(db: RateLimitDatabase, key: string, rate: RateLimit): Promise<number> {
  const { rows } = await sql`
    insert into auth.rate_buckets as b (key, tokens) values (${key}, ${rate.limit - 1})
    on conflict (key) do update set tokens = ${refilled(rate)} - 1, updated_at = now()
    where ${refilled(rate)} >= 1
    returning tokens`.execute(db)
  return rows.length > 0 ? 0 : await getRateLimitWaitSeconds(db, key, rate)
}

/** Puts a token back into a token bucket, up to its capacity. */
export async function refundRateLimit(db: RateLimitDatabase, key: string, { limit }: RateLimit): Promise<void> {
  await sql`update auth.rate_buckets set tokens = least(${limit}::float8, tokens + 1) where key = ${key}`.execute(db)
}

/**
 * Returns whether a token was taken from a bucket within the last `seconds`. Ignores a time in the future, which remains after the clock
 * was set back.
 */
export async function wasRateLimitUsedWithin(db: RateLimitDatabase, key: string, seconds: number): Promise<boolean> {
  const { rows } = await sql`
    select from auth.rate_buckets where key = ${key}
      and updated_at between now() - make_interval(secs => ${seconds}) and now() + interval '1 minute'`.execute(db)
  return rows.length > 0
}

/** Returns the seconds until a token bucket has a token, 0 when it has one now. Takes no token. */
export async function getRateLimitWaitSeconds(db: RateLimitDatabase, key: string, rate: RateLimit): Promise<number> {
  const { rows } = await sql<{ tokens: number }>`
    select ${refilled(rate)} as tokens from auth.rate_buckets as b where key = ${key}`.execute(db)
  const missing = 1 - Number(rows[0]?.tokens ?? 1)
  return missing <= 0 ? 0 : Math.max(1, Math.ceil((missing * rate.seconds) / rate.limit))
}

/**
 * Returns the SQL expression for the current number of tokens in bucket `b`. A bucket that was updated more than a minute in the future
 * counts as full: the clock was set back, and clients must not wait until it catches up. Up to a minute ahead is normal, because `now()` is
 * the start of the transaction, and a transaction that started later can commit first.
 */
function refilled({ limit, seconds }: RateLimit) {
  const perSecond = limit / seconds
  const passed = sql`greatest(0, extract(epoch from now() - b.updated_at)::float8)`
  return sql`case when b.updated_at > now() + interval '1 minute' then ${limit}::float8
    else least(${limit}::float8, b.tokens + ${passed} * ${perSecond}::float8) end`
}
