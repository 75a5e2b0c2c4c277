import { expect } from 'vitest'
import { callAuth, HIGH_AUTH_LIMITS } from './auth-call.ts'
import { createMember, createRandomPassword, signInOnNewClient } from './auth-member.ts'
import { type SqlRunner, testWithSql } from './test-with-sql.ts'

const MANY = 300_000
const SESSIONS_MAX = 100
const options = { env: HIGH_AUTH_LIMITS }

async function addSessions(sql: SqlRunner, userId: string, count: number): Promise<void> {
  await sql(`
    with opened as (
      insert into auth.sessions (user_id, created_at)
      select '${userId}', now() - make_interval(secs => n) from generate_series(1, ${count}) as n returning id)
    insert into auth.refresh_tokens (token_hash, session_id, user_id, revoked, revoked_at)
    select gen_random_uuid(), id, '${userId}', true, now() from opened`)
  await sql('analyze auth.sessions, auth.refresh_tokens')
}

async function count(sql: SqlRunner, table: string, condition: string): Promise<number> {
  const rows = await sql(`select from ${table} where ${condition}`)
  return rows.length
}

testWithSql(
  'ending 300,000 sessions in one statement exceeds the statement timeout; sign-out everywhere ends them',
  async (backend, sql) => {
    const member = await createMember(backend)
    await addSessions(sql, member.user.id, MANY)
    const inOneStatement = `delete from auth.sessions where user_id = '${member.user.id}'`
    await expect(sql(`set statement_timeout = 4000; ${inOneStatement}`)).rejects.toThrow('statement timeout')
    expect((await member.client.auth.signOut({ scope: 'global' })).error).toBeNull()
    expect(await count(sql, 'auth.sessions', 'true')).toBe(0)
  },
  options,
)

testWithSql(
  'a new password ends 300,000 sessions of the account, except the one that set it',
  async (backend, sql) => {
    const member = await createMember(backend)
    await addSessions(sql, member.user.id, MANY)
    expect((await member.client.auth.updateUser({ password: createRandomPassword() })).error).toBeNull()
    expect(await sql('select id from auth.sessions')).toHaveLength(1)
    expect((await member.client.auth.getUser()).error).toBeNull()
  },
  options,
)

testWithSql(
  'operators can delete an account with 300,000 sessions',
  async (backend, sql) => {
    const member = await createMember(backend)
    await addSessions(sql, member.user.id, MANY)
    expect((await backend.secretClient().auth.admin.deleteUser(member.user.id)).error).toBeNull()
    expect(await sql('select from auth.users union all select from auth.refresh_tokens')).toEqual([])
  },
  options,
)

testWithSql(
  'operators can delete an account whose session has 300,000 refresh tokens, and set a new password before',
  async (backend, sql) => {
    const member = await createMember(backend)
    await sql(`
      insert into auth.refresh_tokens (token_hash, session_id, user_id, revoked, revoked_at)
      select gen_random_uuid(), s.id, s.user_id, true, now() from auth.sessions s, generate_series(1, ${MANY})`)
    const { admin } = backend.secretClient().auth
    expect((await admin.updateUserById(member.user.id, { password: createRandomPassword() })).error).toBeNull()
    expect((await admin.deleteUser(member.user.id)).error).toBeNull()
    expect(await sql('select from auth.users union all select from auth.refresh_tokens')).toEqual([])
  },
  options,
)

testWithSql(
  'an account has at most 100 sessions: a sign-in ends the oldest one',
  async (backend, sql) => {
    const member = await createMember(backend)
    await addSessions(sql, member.user.id, SESSIONS_MAX - 1)
    const oldest = await sql('select id from auth.sessions order by created_at limit 1')
    await signInOnNewClient(backend, member)
    const ids = await sql('select id from auth.sessions')
    expect(ids).toHaveLength(SESSIONS_MAX)
    expect(ids).not.toContainEqual(oldest[0])
    expect((await member.client.auth.getUser()).error).toBeNull()
  },
  options,
)

testWithSql(
  'a session keeps its newest 1,000 revoked refresh tokens, and an account its newest 1,000 audit log entries',
  async (backend, sql) => {
    const member = await createMember(backend)
    await sql(`
      insert into auth.refresh_tokens (token_hash, session_id, user_id, revoked, revoked_at)
      select 'old ' || n, s.id, s.user_id, true, now() from auth.sessions s, generate_series(1, 1005) as n`)
    await sql(`
      insert into auth.audit_log_entries (payload, created_at)
      select jsonb_build_object('actor_id', '${member.user.id}', 'old', n), now() - make_interval(secs => 2000 - n)
      from generate_series(1, 1005) as n`)
    let token = member.session.refresh_token
    for (let refresh = 0; refresh < 3; refresh++) {
      const { body } = await callAuth(backend, 'POST /token?grant_type=refresh_token', {
        body: { refresh_token: token },
      })
      token = body.refresh_token
    }
    expect(await count(sql, 'auth.refresh_tokens', 'revoked')).toBe(1_000)
    expect(await count(sql, 'auth.audit_log_entries', `payload ->> 'actor_id' = '${member.user.id}'`)).toBe(1_000)
    expect(await count(sql, 'auth.audit_log_entries', `payload ->> 'old' = '1'`)).toBe(0)
  },
  options,
)
