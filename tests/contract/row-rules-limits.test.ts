import { expect, test } from 'vitest'
import { aVisitor } from '../support/a-visitor.ts'
import { ENGINES } from '../support/engines.ts'
import { aDatabase, type SqlSession } from '../support/sql-session.ts'

const SLOW = 180_000
const TOO_MANY = 'Too Many Attempts: Please wait before trying again.'

type Try = { role?: string; source?: string; headers?: Record<string, string>; perSource?: number }

/** Signs up as somebody, for good, and answers the code of the refusal, or null. */
async function signUp(
  db: SqlSession,
  visitor: { name: string; email: string },
  asked: Try = {},
): Promise<string | null> {
  const { role = 'anon', source = '', headers = {}, perSource = 30 } = asked
  await db.script('begin')
  try {
    await db.query(
      `select set_config('request.source', $1, true), set_config('request.headers', $2, true),
         set_config('app.limit_signups_per_source', $3, true), set_config('role', $4, true)`,
      [source, JSON.stringify(headers), String(perSource), role],
    )
    await db.query('insert into early_access_users (name, email) values ($1, $2)', [visitor.name, visitor.email])
    await db.script('commit')
    return null
  } catch (error) {
    await db.script('rollback')
    if (!(error instanceof Error && 'code' in error)) throw error
    if (error.code === 'PT429') expect(error.message).toBe(TOO_MANY)
    return String(error.code)
  }
}

for (const engine of ENGINES) {
  test(
    `an address has three attempts in fifteen minutes, counted when they are refused as well (${engine})`,
    async () => {
      await using db = await aDatabase(engine)
      const visitor = aVisitor()
      const record = () =>
        db.query('select private.record_signup_attempt($1, $2)', [` ${visitor.email.toUpperCase()}`, '192.0.2.1'])
      for (let i = 0; i < 3; i++) {
        expect(await signUp(db, { ...visitor, name: 'R2D2' })).toBe('23514')
        await record()
      }
      expect(await signUp(db, visitor)).toBe('PT429')
      expect(await signUp(db, visitor, { role: 'service_role' })).toBeNull() // operators are not counted
      expect(await signUp(db, visitor)).toBe('23505') // taken comes before the limit
      await db.query('delete from early_access_users')
      await db.query(`update private.attempts set at = at - interval '15 minutes'`)
      expect(await signUp(db, visitor)).toBeNull()
    },
    SLOW,
  )

  test(
    `a source has so many sign-ups in fifteen minutes; other sources and operators go on (${engine})`,
    async () => {
      await using db = await aDatabase(engine)
      const from = (source: string, role = 'anon') => signUp(db, aVisitor(), { source, role, perSource: 4 })
      for (let i = 0; i < 4; i++) expect(await from('192.0.2.1')).toBeNull()
      expect(await from('192.0.2.1')).toBe('PT429')
      expect(await from('192.0.2.1', 'authenticated')).toBe('PT429')
      expect(await from('192.0.2.2')).toBeNull()
      expect(await from('192.0.2.1', 'service_role')).toBeNull()
      await db.query(`update private.attempts set at = at - interval '15 minutes'`)
      expect(await from('192.0.2.1')).toBeNull()
    },
    SLOW,
  )

  test(
    `on hosted Supabase the source is the address in the header of its edge, IPv6 by its network (${engine})`,
    async () => {
      await using db = await aDatabase(engine)
      const from = (headers: Record<string, string>) => signUp(db, aVisitor(), { headers, perSource: 1 })
      expect(await from({ 'cf-connecting-ip': '192.0.2.7', 'x-forwarded-for': '198.51.100.1' })).toBeNull()
      expect(await from({ 'cf-connecting-ip': '192.0.2.7', 'x-forwarded-for': '198.51.100.2' })).toBe('PT429')
      expect(await from({ 'cf-connecting-ip': '2001:db8:1:2::1' })).toBeNull()
      expect(await from({ 'cf-connecting-ip': '2001:db8:1:2:ffff::9' })).toBe('PT429')
      expect(await from({ 'x-forwarded-for': '203.0.113.5, 192.0.2.7' })).toBeNull()
      expect(await from({ 'x-forwarded-for': 'nonsense' })).toBeNull()
      expect(await from({})).toBe('PT429') // who can't be told apart counts as one
    },
    SLOW,
  )

  test(
    `what is counted can be read by nobody who does not know the keys, and does not stay (${engine})`,
    async () => {
      await using db = await aDatabase(engine)
      const visitor = aVisitor()
      await signUp(db, visitor, { source: '192.0.2.1' })
      const { rows } = await db.query('select attempts::text as row, octet_length(key) as length from private.attempts')
      expect(rows).toHaveLength(2)
      for (const { row, length } of rows) {
        expect(length).toBe(32)
        expect(row).not.toContain(visitor.email)
        expect(row).not.toContain('192.0.2.1')
      }
      await db.query(`update private.attempts set at = at - interval '1 hour'`)
      await db.query(
        `select private.count_attempt('signup-source', i::text, 9, '1 minute') from generate_series(1, 1000) as i`,
      )
      const old = await db.query(`select 1 from private.attempts where at < now() - interval '16 minutes'`)
      expect(old.rows).toEqual([])
    },
    SLOW,
  )
}
