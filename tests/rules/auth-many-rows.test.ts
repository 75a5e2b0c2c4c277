// Accounts with more rows than one statement can delete within the statement timeout.
import { expect } from 'vitest'
import { type BackendTest, createCommonBackendTest } from '../support/backend-test.ts'
import { runSql } from '../support/postgres.ts'
import type { TestBackend } from '../support/start-backend.ts'
import { callAuth, HIGH_AUTH_LIMITS } from './auth-call.ts'
import { createMember, createRandomPassword, signInOnNewClient } from './auth-member.ts'

const MANY = 10_000
/** More rows, with those that follow by cascade, take a considerable part of the statement timeout on a small server. */
const AT_ONCE_MAX = 2_000
const SESSIONS_MAX = 100

const onSharedBackend = createCommonBackendTest({ env: HIGH_AUTH_LIMITS })

/** Registers a test on a database that refuses to delete more than `AT_ONCE_MAX` sessions or refresh tokens in one statement. */
function test(title: string, run: BackendTest): void {
  onSharedBackend(title, async (backend) => {
    await runSql(
      backend.databaseUrl,
      `create or replace function public.refuse_large_deletion() returns trigger language plpgsql as $$ begin
        if (select count(*) from gone) > ${AT_ONCE_MAX} then raise exception 'too many rows for one statement'; end if;
        return null;
      end $$`,
    )
    for (const table of ['auth.sessions', 'auth.refresh_tokens']) {
      await runSql(
        backend.databaseUrl,
        `create or replace trigger refuse_large_deletion after delete on ${table}
          referencing old table as gone for each statement execute function public.refuse_large_deletion()`,
      )
    }
    await run(backend)
  })
}

async function addSessions({ databaseUrl }: TestBackend, userId: string, count: number): Promise<void> {
  await runSql(
    databaseUrl,
    `with opened as (
      insert into auth.sessions (user_id, created_at)
      select '${userId}', now() - make_interval(secs => n) from generate_series(1, ${count}) as n returning id)
    insert into auth.refresh_tokens (token_hash, session_id, user_id, revoked, revoked_at)
    select gen_random_uuid(), id, '${userId}', true, now() from opened`,
  )
}

/** Adds revoked refresh tokens to the only session of a user. */
async function addRefreshTokens({ databaseUrl }: TestBackend, userId: string, count: number): Promise<void> {
  await runSql(
    databaseUrl,
    `insert into auth.refresh_tokens (token_hash, session_id, user_id, revoked, revoked_at)
    select gen_random_uuid(), s.id, s.user_id, true, now() from auth.sessions s, generate_series(1, ${count})
    where s.user_id = '${userId}'`,
  )
}

async function readSessions({ databaseUrl }: TestBackend, userId: string): Promise<unknown[]> {
  return runSql(databaseUrl, `select id from auth.sessions where user_id = '${userId}' order by created_at`)
}

async function count({ databaseUrl }: TestBackend, table: string, condition: string): Promise<number> {
  return (await runSql(databaseUrl, `select from ${table} where ${condition}`)).length
}

test('sign-out everywhere ends 10,000 sessions, at most 2,000 in one statement', async (backend) => {
  const member = await createMember(backend)
  await addSessions(backend, member.user.id, MANY)
  expect((await member.client.auth.signOut({ scope: 'global' })).error).toBeNull()
  expect(await readSessions(backend, member.user.id)).toEqual([])
})

test('a new password ends 10,000 sessions of the account, except the one that set it', async (backend) => {
  const member = await createMember(backend)
  await addSessions(backend, member.user.id, MANY)
  expect((await member.client.auth.updateUser({ password: createRandomPassword() })).error).toBeNull()
  expect(await readSessions(backend, member.user.id)).toHaveLength(1)
  expect((await member.client.auth.getUser()).error).toBeNull()
})

test('operators can delete an account with 10,000 sessions', async (backend) => {
  const member = await createMember(backend)
  await addSessions(backend, member.user.id, MANY)
  expect((await backend.secretClient().auth.admin.deleteUser(member.user.id)).error).toBeNull()
  expect(await count(backend, 'auth.users', `id = '${member.user.id}'`)).toBe(0)
  expect(await count(backend, 'auth.refresh_tokens', `user_id = '${member.user.id}'`)).toBe(0)
})

test('operators can delete an account whose session has 10,000 refresh tokens, and set a new password before', async (backend) => {
  const member = await createMember(backend)
  await addRefreshTokens(backend, member.user.id, MANY)
  const { admin } = backend.secretClient().auth
  expect((await admin.updateUserById(member.user.id, { password: createRandomPassword() })).error).toBeNull()
  expect((await admin.deleteUser(member.user.id)).error).toBeNull()
  expect(await count(backend, 'auth.users', `id = '${member.user.id}'`)).toBe(0)
  expect(await count(backend, 'auth.refresh_tokens', `user_id = '${member.user.id}'`)).toBe(0)
})

test('an account has at most 100 sessions: a sign-in ends the oldest one', async (backend) => {
  const member = await createMember(backend)
  await addSessions(backend, member.user.id, SESSIONS_MAX - 1)
  const [oldest] = await readSessions(backend, member.user.id)
  await signInOnNewClient(backend, member)
  const left = await readSessions(backend, member.user.id)
  expect(left).toHaveLength(SESSIONS_MAX)
  expect(left).not.toContainEqual(oldest)
  expect((await member.client.auth.getUser()).error).toBeNull()
})

test('a session keeps its newest 1,000 revoked refresh tokens, and an account its newest 1,000 audit log entries', async (backend) => {
  const member = await createMember(backend)
  const { id } = member.user
  await addRefreshTokens(backend, id, 1_005)
  await runSql(
    backend.databaseUrl,
    `insert into auth.audit_log_entries (payload, created_at)
      select jsonb_build_object('actor_id', '${id}', 'old', n), now() - make_interval(secs => 2000 - n)
      from generate_series(1, 1005) as n`,
  )
  let token = member.session.refresh_token
  for (let refresh = 0; refresh < 3; refresh++) {
    const { body } = await callAuth(backend, 'POST /token?grant_type=refresh_token', {
      body: { refresh_token: token },
    })
    token = body.refresh_token
  }
  const entries = `payload ->> 'actor_id' = '${id}'`
  expect(await count(backend, 'auth.refresh_tokens', `revoked and user_id = '${id}'`)).toBe(1_000)
  expect(await count(backend, 'auth.audit_log_entries', entries)).toBe(1_000)
  expect(await count(backend, 'auth.audit_log_entries', `${entries} and payload ->> 'old' = '1'`)).toBe(0)
})
