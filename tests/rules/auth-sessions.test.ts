import { expect } from 'vitest'
import { createSharedBackendTest } from '../support/backend-test.ts'
import type { TestBackend } from '../support/start-backend.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import { type AuthServiceResponse, callAuth, expectAuthError, HIGH_AUTH_LIMITS } from './auth-call.ts'
import { addTotpFactor, createMember, createRandomPassword, decodeTokenClaims } from './auth-member.ts'
import {
  type AccountUnderTest,
  requestTokenRefresh,
  type SessionRequest,
  type SessionRequestOutcome,
  sessionRequests,
  sessionStateCases,
  type TestSession,
} from './auth-session-states.ts'
import { runInDatabase } from './run-in-database.ts'

const test = createSharedBackendTest({
  env: { ...HIGH_AUTH_LIMITS, AUTH_REFRESH_TOKEN_REUSE_INTERVAL: '0', AUTH_SESSIONS_INACTIVITY_TIMEOUT: '1h' },
})

for (const { state, arrange, sql, outcomes } of sessionStateCases) {
  test(`GET /user, token refresh and logout return the expected status and error code for a session ${state}`, {
    tags: ['R7.20', 'R7.21'],
  }, async (backend) => {
    const subject = await aSubject(backend)
    if (sql) await runInDatabase(backend, [sql(subject)])
    await arrange(subject, backend)
    const found: Partial<Record<SessionRequest, SessionRequestOutcome>> = {}
    for (const [index, event] of sessionRequests.entries()) {
      found[event] = outcomeOf(await sendEvent(backend, event, subject.sessions[index] ?? never()))
    }
    expect(found).toEqual(Object.fromEntries(sessionRequests.map((request, at) => [request, outcomes[at]])))
  })
}

/** Creates an account with one session for each request in `sessionRequests`. Each session has been refreshed twice. */
async function aSubject(backend: TestBackend): Promise<AccountUnderTest> {
  const { email } = createTestVisitor()
  const password = createRandomPassword()
  const admin = backend.secretClient().auth.admin
  const { data } = await admin.createUser({ email, password, email_confirm: true })
  const sessions: TestSession[] = []
  for (const _ of sessionRequests) sessions.push(await refreshTwice(backend, await anotherSession(backend, email)))
  return { email, password, id: data.user?.id ?? never(), sessions }
}

async function anotherSession(backend: TestBackend, email: string): Promise<string> {
  const { data } = await backend.secretClient().auth.admin.generateLink({ type: 'magiclink', email })
  const token_hash = data.properties?.hashed_token ?? never()
  const verified = await backend.client().auth.verifyOtp({ token_hash, type: 'magiclink' })
  return verified.data.session?.refresh_token ?? never()
}

async function refreshTwice(backend: TestBackend, token: string): Promise<TestSession> {
  const tokens = [token]
  let access = ''
  for (let time = 0; time < 2; time++) {
    const { body } = await requestTokenRefresh(backend, tokens.at(-1))
    tokens.push(body.refresh_token)
    access = body.access_token
  }
  return { tokens, access }
}

function sendEvent(
  backend: TestBackend,
  event: SessionRequest,
  { tokens, access }: TestSession,
): Promise<AuthServiceResponse> {
  switch (event) {
    case 'user':
      return callAuth(backend, 'GET /user', { bearer: access })
    case 'refresh newest':
      return requestTokenRefresh(backend, tokens[2])
    case 'refresh parent':
      return requestTokenRefresh(backend, tokens[1])
    case 'refresh grandparent':
      return requestTokenRefresh(backend, tokens[0])
    case 'log out':
      return callAuth(backend, 'POST /logout', { bearer: access })
  }
}

function outcomeOf({ status, body }: AuthServiceResponse): SessionRequestOutcome {
  return status < 400 ? 'ok' : [status, body.error_code]
}

test('a refresh with the parent of the newest refresh token returns the newest token again, as after a lost response', async (backend) => {
  const { session } = await createMember(backend)
  const { tokens } = await refreshTwice(backend, session.refresh_token)
  const again = await requestTokenRefresh(backend, tokens[1])
  expect(again.body.refresh_token).toBe(tokens[2])
  expect((await requestTokenRefresh(backend, tokens[2])).status).toBe(200)
})

test('verifying an MFA factor revokes the refresh token that was issued at aal1', async (backend) => {
  const { client, session } = await createMember(backend)
  await addTotpFactor(client)
  expect(outcomeOf(await requestTokenRefresh(backend, session.refresh_token))).toEqual([
    400,
    'refresh_token_already_used',
  ])
})

test('a token refresh keeps user, session and sign-in methods, and includes metadata changed since the last token', {
  tags: ['R7.18'],
}, async (backend) => {
  const member = await createMember(backend)
  await backend.secretClient().auth.admin.updateUserById(member.user.id, { app_metadata: { plan: 'early' } })
  const { data } = await member.client.auth.refreshSession()
  const [before, after] = [
    decodeTokenClaims(member.session.access_token),
    decodeTokenClaims(data.session?.access_token),
  ]
  expect(after).toMatchObject({ sub: before.sub, session_id: before.session_id, amr: before.amr, aal: 'aal1' })
  expect(after.app_metadata).toMatchObject({ plan: 'early', provider: 'email' })
})

test('POST /token rejects a malformed refresh token with validation_failed and an unknown one with refresh_token_not_found', {
  tags: ['R7.18'],
}, async (backend) => {
  for (const refresh_token of ['', 'short', null, 'elevenchars']) {
    const answer = await callAuth(backend, 'POST /token?grant_type=refresh_token', { body: { refresh_token } })
    expect(outcomeOf(answer)).toEqual([400, 'validation_failed'])
  }
  const { error } = await backend.client().auth.refreshSession({ refresh_token: 'a'.repeat(43) })
  expectAuthError(error, 400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found')
})

test('POST /logout rejects a scope other than local, global and others with validation_failed', {
  tags: ['R7.20'],
}, async (backend) => {
  const { session } = await createMember(backend)
  const answer = await callAuth(backend, 'POST /logout?scope=nowhere', { bearer: session.access_token })
  expect(answer).toMatchObject({
    status: 400,
    body: { error_code: 'validation_failed', msg: 'Unsupported logout scope "nowhere"' },
  })
})

function never(): never {
  throw new Error('There is none.')
}
