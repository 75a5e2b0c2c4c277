import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../database/port/tables.ts'
import { getNetworksAround } from '../http/client-network.ts'

/** Rate limit as a token bucket: its capacity (`limit`), and the seconds in which an empty bucket refills completely. */
export type RateLimit = { limit: number; seconds: number }

/** A token bucket. The key is a keyed hash, so that the table contains no personal data. */
export type RateLimitBucket = { key: string; rate: RateLimit }

/**
 * Returns the buckets of a client's network and of the networks around it, from narrow to wide: `times` its allowance for each
 * (`getNetworksAround`), and for none of them more than `share`. `keyOf` returns the key of a network's bucket.
 */
export function createSourceBuckets(
  source: string,
  { limit, seconds }: RateLimit,
  keyOf: (network: string) => string,
  share = Infinity,
): RateLimitBucket[] {
  return getNetworksAround(source).map(({ network, times }) => ({
    key: keyOf(network),
    rate: { limit: Math.min(limit * times, share), seconds },
  }))
}

/**
 * Returns how many tokens of a bucket that all clients share one client may take, when `left` are in it: half, so that the bucket never
 * becomes empty for the other clients, but at least one.
 */
export function computeShare(left: number): number {
  return Math.max(1, Math.floor(left / 2))
}

/**
 * Takes one token from each bucket in their order, up to the first empty one. Returns null, or the empty bucket's place in the list and the
 * seconds until it has a token. Buckets are database rows, so that they survive a restart and are shared by several processes.
 */
export async function consumeRateLimits(
  db: Db,
  buckets: readonly RateLimitBucket[],
): Promise<{ place: number; wait: number } | null> {
  const place = await takeTokens(db, buckets, true)
  const empty = buckets[place]
  return empty === undefined ? null : { place, wait: await getRateLimitWaitSeconds(db, [empty]) }
}

/** Takes one token from each bucket that has one. */
export async function consumeEachRateLimit(db: Db, buckets: readonly RateLimitBucket[]): Promise<void> {
  await takeTokens(db, buckets, false)
}

/** Puts a token back into each bucket, up to its capacity. */
export async function refundRateLimits(db: Db, buckets: readonly RateLimitBucket[]): Promise<void> {
  await sql`
    update auth.rate_buckets as b set tokens = least(asked.most, b.tokens + 1)
    from ${listBuckets(buckets)} where b.key = asked.key`.execute(db)
}

/**
 * Returns whether a token was taken from a bucket within the last `seconds`. Ignores a time in the future, which remains after the clock
 * was set back.
 */
export async function wasRateLimitUsedWithin(db: Db, key: string, seconds: number): Promise<boolean> {
  const { rows } = await sql`
    select from auth.rate_buckets where key = ${key}
      and updated_at between now() - make_interval(secs => ${seconds}) and now() + interval '1 minute'`.execute(db)
  return rows.length > 0
}

/** Returns the seconds until every bucket has a token, 0 when all have one now. Takes no token. */
export async function getRateLimitWaitSeconds(db: Db, buckets: readonly RateLimitBucket[]): Promise<number> {
  const tokens = await readRateLimitTokens(db, buckets)
  const waits = buckets.map(({ rate }, place) => {
    const missing = 1 - (tokens[place] ?? 1)
    return missing <= 0 ? 0 : Math.max(1, Math.ceil((missing * rate.seconds) / rate.limit))
  })
  return Math.max(0, ...waits)
}

/** Returns the number of tokens in each bucket. Takes none. */
export async function readRateLimitTokens(db: Db, buckets: readonly RateLimitBucket[]): Promise<number[]> {
  const { rows } = await sql<{ tokens: number }>`
    select case when b.key is null then asked.most else ${refilled(sql`asked.most`, sql`asked.seconds`)} end as tokens
    from ${listBuckets(buckets)} left join auth.rate_buckets as b on b.key = asked.key
    order by asked.place`.execute(db)
  return rows.map(({ tokens }) => Number(tokens))
}

/** Takes one token from each bucket in one statement and returns how many had one. `stopsAtEmpty`: takes none after the first empty one. */
async function takeTokens(db: Db, buckets: readonly RateLimitBucket[], stopsAtEmpty: boolean): Promise<number> {
  if (buckets.length === 0) return 0
  const name = (place: number) => sql.ref(`taken_${place}`)
  const takes = buckets.map(({ key, rate }, place) => {
    const after = stopsAtEmpty && place > 0 ? sql`from ${name(place - 1)}` : sql``
    const now = refilled(sql`${rate.limit}::float8`, sql`${rate.seconds}::float8`)
    return sql`${name(place)} as (
      insert into auth.rate_buckets as b (key, tokens) select ${key}::text, ${rate.limit - 1}::float8 ${after}
      on conflict (key) do update set tokens = ${now} - 1, updated_at = now() where ${now} >= 1
      returning b.key)`
  })
  const counts = buckets.map((_, place) => sql`(select count(*) from ${name(place)})`)
  const { rows } = await sql<{ taken: number }>`
    with ${sql.join(takes)} select (${sql.join(counts, sql` + `)})::integer as taken`.execute(db)
  return Number(rows[0]?.taken ?? 0)
}

/** Returns the SQL table `asked` of buckets: `key`, `most`, `seconds` and `place`. */
function listBuckets(buckets: readonly RateLimitBucket[]) {
  const keys = buckets.map(({ key }) => key)
  const limits = buckets.map(({ rate }) => rate.limit)
  const seconds = buckets.map(({ rate }) => rate.seconds)
  return sql`unnest(${keys}::text[], ${limits}::float8[], ${seconds}::float8[])
    with ordinality as asked (key, most, seconds, place)`
}

/**
 * Returns the SQL expression for the current number of tokens in bucket `b`. A bucket that was updated more than a minute in the future
 * counts as full: the clock was set back, and clients must not wait until it catches up. Up to a minute ahead is normal, because `now()` is
 * the start of the transaction, and a transaction that started later can commit first.
 */
function refilled(limit: RawBuilder<unknown>, seconds: RawBuilder<unknown>) {
  const passed = sql`greatest(0, extract(epoch from now() - b.updated_at)::float8)`
  return sql`case when b.updated_at > now() + interval '1 minute' then ${limit}
    else least(${limit}, b.tokens + ${passed} * ${limit} / ${seconds}) end`
}
