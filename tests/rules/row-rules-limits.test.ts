import { expect } from 'vitest'
import { commitWith, type SqlSession } from '../support/sql-session.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import { testOnDatabase as test } from '../support/test-with-sql.ts'

type Try = { role?: string; source?: string; headers?: Record<string, string>; perSource?: number }

/** Signs up with the given database role and commits. Returns the error code, or null when the sign-up was accepted. */
function signUp(db: SqlSession, visitor: { name: string; email: string }, asked: Try = {}): Promise<string | null> {
  const { role = 'anon', source = '', headers = {}, perSource = 30 } = asked
  const settings = {
    'request.source': source,
    'request.headers': JSON.stringify(headers),
    'app.limit_signups_per_source': String(perSource),
    role,
  }
  const insert = 'insert into early_access_users (name, email) values ($1, $2)'
  return commitWith(db, settings, () => db.query(insert, [visitor.name, visitor.email]))
}

/** Runs an operation as the server does, in a transaction with the client IP address of the request. Returns the error code, or null. */
function withOrigin(db: SqlSession, source: string, perSource: number, operation: () => Promise<unknown>) {
  return commitWith(db, { 'request.source': source, 'app.limit_signups_per_source': String(perSource) }, operation)
}

/** Counts a rejected sign-up for the email address and the client IP address, as the server does after a rejection. */
async function record(db: SqlSession, email: string, source: string): Promise<void> {
  const operation = () => db.query('select private.record_signup_attempts($1, 0)', [[email]])
  expect(await withOrigin(db, source, 30, operation)).toBeNull()
}

test(`an email address has three sign-up attempts per client IP address in fifteen minutes, including rejected ones`, async (db) => {
  const visitor = createTestVisitor()
  const [source, elsewhere] = ['192.0.2.1', '192.0.2.2']
  for (let i = 0; i < 3; i++) {
    expect(await signUp(db, { ...visitor, name: 'R2D2' }, { source })).toBe('23514')
    await record(db, ` ${visitor.email.toUpperCase()}`, source)
  }
  expect(await signUp(db, visitor, { source })).toBe('PT429')
  expect(await signUp(db, visitor, { source, role: 'service_role' })).toBeNull() // the rate limits do not apply to the service role
  // The email address is over its rate limit as well, but the database checks for a duplicate first.
  expect(await signUp(db, visitor, { source })).toBe('23505')
  await db.query('delete from early_access_users')
  expect(await signUp(db, visitor, { source: elsewhere }), 'its owner, elsewhere').toBeNull()
  await db.query('delete from early_access_users')
  await db.query(`update private.attempts set at = at - interval '15 minutes'`)
  expect(await signUp(db, visitor, { source })).toBeNull()
})

test(`an email address has a hundred sign-up attempts in fifteen minutes from all client IP addresses together`, async (db) => {
  const visitor = createTestVisitor()
  for (let i = 0; i < 99; i++) await record(db, visitor.email, `198.18.${i}.1`)
  expect(await signUp(db, visitor, { source: '192.0.2.1' })).toBeNull()
  await db.query('delete from early_access_users')
  // The accepted sign-up was the hundredth attempt for the email address, so the next attempt exceeds the limit.
  expect(await signUp(db, visitor, { source: '192.0.2.2' })).toBe('PT429')
  expect(await signUp(db, createTestVisitor(), { source: '192.0.2.2' })).toBeNull()
})

test(`over its sign-up limit, a client IP address gets PT429 for every email address, and each row of a request counts`, async (db) => {
  const [known, source] = [createTestVisitor(), '192.0.2.1']
  expect(await signUp(db, known, { source, perSource: 4 })).toBeNull()
  expect(await signUp(db, known, { source, perSource: 4 })).toBe('23505')
  for (let i = 0; i < 3; i++) await record(db, known.email, source)
  for (const visitor of [known, createTestVisitor(), { ...known, name: 'R2D2' }, { ...known, email: 'nobody' }]) {
    expect(await signUp(db, visitor, { source, perSource: 4 })).toBe('PT429')
  }
  expect(await signUp(db, known, { source: '192.0.2.2', perSource: 4 })).toBe('23505')
  const another = (role: string) => signUp(db, createTestVisitor(), { source, role, perSource: 4 })
  expect([await another('authenticated'), await another('service_role')]).toEqual(['PT429', null])

  const admit = (wanted: number, from: string) =>
    withOrigin(db, from, 4, () => db.query('select private.admit_signups($1, 0)', [wanted]))
  expect(await admit(1, source)).toBe('PT429')
  expect(await admit(4, '192.0.2.3')).toBeNull()
  expect(await admit(5, '192.0.2.3')).toBe('PT429')
  expect(await admit(4, '192.0.2.3'), 'what is only asked is not counted').toBeNull()
  await db.query(`update private.attempts set at = at - interval '15 minutes'`)
  expect(await another('anon')).toBeNull()
})

test(`a sign-up with Prefer: tx=rollback is rejected with 42501, for a known and an unknown email address alike`, async (db) => {
  const visitor = createTestVisitor()
  await signUp(db, visitor)
  for (const prefer of ['tx=rollback', 'return=minimal, tx=rollback', 'TX = rollback', 'tx=commit,tx=rollback']) {
    for (const each of [visitor, createTestVisitor()]) {
      expect(await signUp(db, each, { headers: { prefer } }), prefer).toBe('42501')
    }
  }
  expect(await signUp(db, createTestVisitor(), { headers: { prefer: 'return=minimal, tx=commit' } })).toBeNull()
})

test(`on hosted Supabase, rate limits count by cf-connecting-ip (IPv6 by /64) and ignore forwarded headers`, async (db) => {
  const from = (headers: Record<string, string>) => signUp(db, createTestVisitor(), { headers, perSource: 1 })
  expect(await from({ 'cf-connecting-ip': '192.0.2.7', 'x-forwarded-for': '198.51.100.1' })).toBeNull()
  expect(await from({ 'cf-connecting-ip': '192.0.2.7', 'x-forwarded-for': '198.51.100.2' })).toBe('PT429')
  expect(await from({ 'cf-connecting-ip': '2001:db8:1:2::1' })).toBeNull()
  expect(await from({ 'cf-connecting-ip': '2001:db8:1:2:ffff::9' })).toBe('PT429')
  // This is the first request without the header in which the platform passes on the client IP address. All such requests share
  // one counter.
  expect(await from({ 'x-forwarded-for': '203.0.113.5, 192.0.2.7' })).toBeNull()
  for (const forged of ['198.51.100.8', '198.51.100.9, 203.0.113.5', 'nonsense']) {
    const headers = { 'x-forwarded-for': forged, 'x-real-ip': forged, forwarded: `for=${forged}` }
    expect(await from(headers), forged).toBe('PT429')
  }
  expect(await from({ 'cf-connecting-ip': 'nonsense' })).toBe('PT429')
  expect(await from({ 'cf-connecting-ip': '198.51.100.8, 192.0.2.7' })).toBe('PT429')
  await db.script(`set app.source_header = 'x-real-ip'`)
  expect(await from({ 'x-real-ip': '192.0.2.8', 'cf-connecting-ip': '192.0.2.7' })).toBeNull()
  expect(await from({ 'x-real-ip': '192.0.2.8', 'cf-connecting-ip': '192.0.2.9' })).toBe('PT429')
  expect(await from({})).toBe('PT429') // all requests without a client IP address share one rate limit counter
})

test(`rate limit counters store keyed hashes instead of email and IP addresses, and are deleted after expiry`, async (db) => {
  const visitor = createTestVisitor()
  await signUp(db, visitor, { source: '192.0.2.1' })
  const { rows } = await db.query('select attempts::text as row, octet_length(key) as length from private.attempts')
  expect(rows, 'for the source, the address and the mail').toHaveLength(3)
  for (const { row, length } of rows) {
    expect(length).toBe(32)
    expect(row).not.toContain(visitor.email)
    expect(row).not.toContain('192.0.2.1')
  }
  await db.query(`update private.attempts set at = at - interval '1 hour'`)
  await db.query(`select private.count_attempts('signup-source', array[i::text], 9) from generate_series(1, 1000) as i`)
  const old = await db.query(`select 1 from private.attempts where at < now() - interval '16 minutes'`)
  expect(old.rows).toEqual([])
})
