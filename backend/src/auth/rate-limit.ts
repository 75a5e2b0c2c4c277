import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../database/tables.ts'

/** So much at once, and as much again in so many seconds. */
export type Rate = { limit: number; seconds: number }

/** Where a bucket is looked for: in the transaction, for who is in one. */
export type Db = Kysely<Tables> | Transaction<Tables>

/**
 * Takes one from a bucket that fills again with time. Answers 0, or after how many seconds there will be one again.
 * Buckets are rows, so they survive a restart and several processes share them; the key is a keyed hash of what is
 * counted, so they name nobody.
 */
export async function takeFromBucket(db: Db, key: string, rate: Rate): Promise<number> {
  const { rows } = await sql`
    insert into auth.rate_buckets as b (key, tokens) values (${key}, ${rate.limit - 1})
    on conflict (key) do update set tokens = ${refilled(rate)} - 1, updated_at = now()
    where ${refilled(rate)} >= 1
    returning tokens`.execute(db)
  return rows.length > 0 ? 0 : await secondsUntilOne(db, key, rate)
}

/** Puts one back that was taken and not used. */
export async function giveBack(db: Db, key: string, { limit }: Rate): Promise<void> {
  await sql`update auth.rate_buckets set tokens = least(${limit}::float8, tokens + 1) where key = ${key}`.execute(db)
}

/** Whether something was taken from a bucket within so many seconds. A time in the future is a clock that came back. */
export async function wasUsedWithin(db: Db, key: string, seconds: number): Promise<boolean> {
  const { rows } = await sql`
    select from auth.rate_buckets where key = ${key}
      and updated_at between now() - make_interval(secs => ${seconds}) and now() + interval '1 minute'`.execute(db)
  return rows.length > 0
}

/** After how many seconds a bucket has something; 0 when it has now. Takes nothing. */
export async function secondsUntilOne(db: Db, key: string, rate: Rate): Promise<number> {
  const { rows } = await sql<{ tokens: number }>`
    select ${refilled(rate)} as tokens from auth.rate_buckets as b where key = ${key}`.execute(db)
  const missing = 1 - Number(rows[0]?.tokens ?? 1)
  return missing <= 0 ? 0 : Math.max(1, Math.ceil((missing * rate.seconds) / rate.limit))
}

/**
 * What is in the bucket `b` by now. One that was touched in the future is full: the clock went ahead and came back, and
 * nobody shall wait until it gets there again. A minute of that is only one transaction that began before another.
 */
function refilled({ limit, seconds }: Rate) {
  const perSecond = limit / seconds
  const passed = sql`greatest(0, extract(epoch from now() - b.updated_at)::float8)`
  return sql`case when b.updated_at > now() + interval '1 minute' then ${limit}::float8
    else least(${limit}::float8, b.tokens + ${passed} * ${perSecond}::float8) end`
}
