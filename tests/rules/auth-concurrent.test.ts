import { createHash, randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { expect } from 'vitest'
import { createCommonBackendTest } from '../support/backend-test.ts'
import type { TestBackend } from '../support/start-backend.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import { testWithSql } from '../support/test-with-sql.ts'
import { type AuthServiceResponse, callAuth, callAuthAsAdmin, HIGH_AUTH_LIMITS } from './auth-call.ts'
import {
  createMember,
  createRandomPassword,
  extractMailLink,
  type SignedInMember,
  waitForNewestMail,
} from './auth-member.ts'

const test = createCommonBackendTest({ env: HIGH_AUTH_LIMITS })

type Change = (backend: TestBackend, member: SignedInMember, turn: number) => Promise<AuthServiceResponse>

const note: Change = (backend, { session }, turn) =>
  callAuth(backend, 'PUT /user', { bearer: session.access_token, body: { data: { [`note-${turn}`]: turn } } })
const address: Change = (backend, { session }) =>
  callAuth(backend, 'PUT /user', { bearer: session.access_token, body: { email: createTestVisitor().email } })
const proof: Change = (backend, { session }) =>
  callAuth(backend, 'GET /reauthenticate', { bearer: session.access_token })
const link: Change = (backend, { email }) => callAuth(backend, 'POST /otp', { body: { email } })
const recovery: Change = (backend, { email }) => callAuth(backend, 'POST /recover', { body: { email } })

/** Enrols a factor and deletes the factor while a challenge for it is being created. */
const factor: Change = async (backend, { session: { access_token: bearer } }, turn) => {
  const { body } = await callAuth(backend, 'POST /factors', {
    bearer,
    body: { factor_type: 'totp', friendly_name: `app-${turn}` },
  })
  const [answer] = await Promise.all([
    callAuth(backend, `POST /factors/${body.id}/challenge`, { bearer, body: {} }),
    callAuth(backend, `DELETE /factors/${body.id}`, { bearer }),
  ])
  return answer
}

/** Every request that changes an account or the rows that reference it: by the owner, by unauthenticated clients and by admins. */
const changes: Record<string, Change> = {
  note,
  address,
  proof,
  link,
  recovery,
  factor,
  addressAgain: (backend, { email }) => callAuth(backend, 'POST /resend', { body: { type: 'email_change', email } }),
  wrongCode: (backend, { email }) =>
    callAuth(backend, 'POST /verify', { body: { type: 'email', email, token: '000000' } }),
  signUpAgain: (backend, { email, password }) => callAuth(backend, 'POST /signup', { body: { email, password } }),
  refresh: (backend, { session: { refresh_token } }) =>
    callAuth(backend, 'POST /token?grant_type=refresh_token', { body: { refresh_token } }),
  operatorsNote: (backend, { user }, turn) =>
    callAuthAsAdmin(backend, `PUT /admin/users/${user.id}`, { body: { user_metadata: { turn } } }),
  operatorsLink: (backend, { email }) =>
    callAuthAsAdmin(backend, 'POST /admin/generate_link', { body: { type: 'recovery', email } }),
}

/** A concurrent change may succeed or be rejected because of another change. Only a server error (5xx) fails the test. */
const isNoServerError = ({ status }: AuthServiceResponse) => status < 500

test('concurrent metadata changes through PUT /user are all stored while codes and links are requested for the same user', async (backend) => {
  const member = await createMember(backend)
  let notes = 0
  for (const mail of [proof, link, recovery, address]) {
    const answers = Array.from({ length: 12 }, (_, turn) =>
      turn % 2 === 0 ? mail(backend, member, turn) : note(backend, member, notes++),
    )
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(Array(12).fill(200))
  }
  const { body } = await callAuth(backend, 'GET /user', { bearer: member.session.access_token })
  expect(Object.keys(body.user_metadata).filter((key) => key.startsWith('note-'))).toHaveLength(notes)
})

test('any two concurrent requests that change one account complete without a 5xx response', async (backend) => {
  const all = Object.entries(changes)
  const pairsOf = async ([name, change]: [string, Change], index: number) => {
    const member = await createMember(backend)
    const lost: string[] = []
    for (const [otherName, other] of all.slice(index)) {
      const both = [change, other, change, other].map((each, turn) => each(backend, member, turn))
      if (!(await Promise.all(both)).every(isNoServerError)) lost.push(`${name} and ${otherName}`)
    }
    return lost
  }
  expect((await Promise.all(all.map(pairsOf))).flat()).toEqual([])
})

test('deleting a user succeeds while concurrent requests change the account, and none of them returns 5xx', async (backend) => {
  for (const [name, change] of Object.entries(changes)) {
    const member = await createMember(backend)
    const [before, deleted, after] = await Promise.all([
      change(backend, member, 0),
      callAuthAsAdmin(backend, `DELETE /admin/users/${member.user.id}`),
      change(backend, member, 1),
    ])
    expect([before, after].every(isNoServerError), name).toBe(true)
    expect(deleted.status, name).toBe(200)
  }
})

// An imported account's bcrypt hash (cost 10) of "correct horse battery". The first sign-in replaces the hash with Argon2id.
const OLD = { password: 'correct horse battery', hash: '$2b$10$gxrxPTowsrAjdXP1JyaktuWxhW5NFfUQw88v8/YcTigT1zorCuU9i' }

test('a sign-in with the old password during a password change leaves no valid session and does not restore the old hash', async (backend) => {
  for (let round = 0; round < 4; round++) {
    const { email } = createTestVisitor()
    const made = await callAuthAsAdmin(backend, 'POST /admin/users', {
      body: { email, password_hash: OLD.hash, email_confirm: true },
    })
    const path = `PUT /admin/users/${made.body.id}` as const
    const asThief = () =>
      callAuth(backend, 'POST /token?grant_type=password', { body: { email, password: OLD.password } })
    const password = createRandomPassword()
    const changing = callAuthAsAdmin(backend, path, { body: { password } })
    const tries: Promise<AuthServiceResponse>[] = []
    for (let turn = 0; turn < 6; turn++) {
      tries.push(asThief())
      await new Promise((resolve) => setTimeout(resolve, 12))
    }
    expect((await changing).status).toBe(200)
    for (const { status, body } of await Promise.all(tries)) {
      expect([200, 400, 429]).toContain(status)
      if (status !== 200) continue
      expect((await callAuth(backend, 'GET /user', { bearer: body.access_token })).status).toBe(403)
    }
    const owner = { email, password }
    expect([200, 429]).toContain((await callAuth(backend, 'POST /token?grant_type=password', { body: owner })).status)
    expect([400, 429]).toContain((await asThief()).status)
  }
})

testWithSql(
  'a PKCE code exchange during a global sign-out returns 404 without a deadlock',
  async (backend, sql) => {
    const { email, user } = await createMember(backend)
    const code_verifier = randomBytes(32).toString('base64url')
    const code_challenge = createHash('sha256').update(code_verifier).digest('base64url')
    await callAuth(backend, 'POST /otp', { body: { email, code_challenge, code_challenge_method: 's256' } })
    const { tokenHash } = extractMailLink(await waitForNewestMail(backend, email))
    const led = await callAuth(backend, `GET /verify?token=${tokenHash}&type=magiclink`)
    const auth_code = new URL(led.headers.get('location') ?? '').searchParams.get('code')

    // Runs the statements of a global sign-out one at a time, so that the concurrent code exchange waits for a lock between two of them.
    const signingOut = new Client({ connectionString: backend.databaseUrl })
    await signingOut.connect()
    try {
      await signingOut.query(`set lock_timeout = '500ms'`)
      await signingOut.query('begin')
      await signingOut.query('select from auth.users where id = $1 for no key update', [user.id])
      const exchange = callAuth(backend, 'POST /token?grant_type=pkce', { body: { auth_code, code_verifier } })
      const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      await expect.poll(() => sql(waiting)).not.toEqual([])
      const ended = await signingOut.query('delete from auth.flow_state where user_id = $1', [user.id])
      await signingOut.query('commit')
      expect(ended.rowCount).toBe(1)
      expect((await exchange).status).toBe(404)
    } finally {
      await signingOut.end()
    }
  },
  { env: HIGH_AUTH_LIMITS },
)
