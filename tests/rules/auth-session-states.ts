import { expect } from 'vitest'
import type { TestBackend } from '../support/start-backend.ts'
import { type AuthServiceResponse, callAuth } from './auth-call.ts'
import { addTotpFactor, createRandomPassword, signInOnNewClient } from './auth-member.ts'

/** The refresh tokens of a session, oldest first, and the session's current access token. */
export type TestSession = { tokens: string[]; access: string }
/** The account under test. It has one session for each request in `sessionRequests`, so that no request affects another. */
export type AccountUnderTest = { email: string; password: string; id: string; sessions: TestSession[] }

/**
 * A state of a session, and how a test brings the account's sessions into this state. `sql` returns a statement to run directly in
 * the database.
 */
type State = {
  state: string
  arrange(subject: AccountUnderTest, backend: TestBackend): Promise<void>
  sql?(subject: AccountUnderTest): string
}

/** The requests that the tests send in each state of a session, each with a session of its own. */
export const sessionRequests = ['user', 'refresh newest', 'refresh parent', 'refresh grandparent', 'log out'] as const
/** A request that a test sends with a session: one of `sessionRequests`. */
export type SessionRequest = (typeof sessionRequests)[number]
/** The expected outcome of a request: `ok`, or the status and code of the error response. */
export type SessionRequestOutcome = 'ok' | readonly [status: number, code: string]

const gone = [403, 'session_not_found'] as const
const unknownToken = [400, 'refresh_token_not_found'] as const
const used = [400, 'refresh_token_already_used'] as const
const noUser = [403, 'user_not_found'] as const
const over = [400, 'session_expired'] as const
const banned = 'user_banned'
const noArrangement = async () => {}

type Outcome = SessionRequestOutcome
/** The outcome of each request, in the order of `sessionRequests`. */
type Outcomes = readonly [user: Outcome, newest: Outcome, parent: Outcome, grandparent: Outcome, logOut: Outcome]

// The parent of the newest token is still accepted, because the response with the newest token may have been lost.
const refreshedTwice: Outcomes = ['ok', 'ok', 'ok', used, 'ok']
const endedElsewhere: Outcomes = [gone, unknownToken, unknownToken, unknownToken, gone]
const endedByDeletion: Outcomes = [noUser, unknownToken, unknownToken, unknownToken, noUser]

/** Every state of a session, with the expected outcome of every request in `sessionRequests`. */
export const sessionStateCases: (State & { outcomes: Outcomes })[] = [
  { state: 'refreshed twice', arrange: noArrangement, outcomes: refreshedTwice },
  {
    state: 'revoked because a rotated refresh token was reused',
    arrange: async ({ sessions }, backend) => {
      for (const { tokens } of sessions) expect((await requestTokenRefresh(backend, tokens[0])).status).toBe(400)
    },
    // The access token stays valid until it expires; reusing a refresh token revokes only the refresh tokens of its family.
    outcomes: ['ok', used, used, used, 'ok'],
  },
  {
    state: 'signed out locally',
    arrange: async ({ sessions }, backend) => {
      for (const { access } of sessions) {
        expect((await callAuth(backend, 'POST /logout?scope=local', { bearer: access })).status).toBe(204)
      }
    },
    outcomes: endedElsewhere,
  },
  {
    state: 'signed out globally from another device',
    arrange: async ({ email, password }, backend) => {
      expect((await (await signInOnNewClient(backend, { email, password })).client.auth.signOut()).error).toBeNull()
    },
    outcomes: endedElsewhere,
  },
  {
    state: 'signed out by another device with scope=others',
    arrange: async ({ email, password }, backend) => {
      const { client } = await signInOnNewClient(backend, { email, password })
      expect((await client.auth.signOut({ scope: 'others' })).error).toBeNull()
      expect((await client.auth.getUser()).data.user?.email).toBe(email)
    },
    outcomes: endedElsewhere,
  },
  {
    state: 'older than a password changed on another device',
    arrange: async ({ email, password }, backend) => {
      const { client } = await signInOnNewClient(backend, { email, password })
      expect((await client.auth.updateUser({ password: createRandomPassword() })).error).toBeNull()
    },
    outcomes: endedElsewhere,
  },
  {
    state: 'older than a password set by an admin',
    arrange: async ({ id }, backend) => {
      const { error } = await backend.secretClient().auth.admin.updateUserById(id, { password: createRandomPassword() })
      expect(error).toBeNull()
    },
    outcomes: endedElsewhere,
  },
  {
    state: 'of a banned user',
    arrange: async ({ id }, backend) => {
      const { error } = await backend.secretClient().auth.admin.updateUserById(id, { ban_duration: '24h' })
      expect(error).toBeNull()
    },
    outcomes: [
      [403, banned],
      [400, banned],
      [400, banned],
      [400, banned],
      [403, banned],
    ],
  },
  {
    state: 'of a deleted user',
    arrange: async ({ id }, backend) => {
      expect((await backend.secretClient().auth.admin.deleteUser(id)).error).toBeNull()
    },
    outcomes: endedByDeletion,
  },
  {
    state: 'of a soft-deleted user',
    arrange: async ({ id }, backend) => {
      expect((await backend.secretClient().auth.admin.deleteUser(id, true)).error).toBeNull()
    },
    outcomes: endedByDeletion,
  },
  {
    state: 'beside a newer session of the user',
    arrange: async ({ email, password }, backend) => void (await signInOnNewClient(backend, { email, password })),
    outcomes: refreshedTwice,
  },
  {
    state: 'at aal1 after another device reached aal2',
    arrange: async ({ email, password }, backend) =>
      void (await addTotpFactor((await signInOnNewClient(backend, { email, password })).client)),
    outcomes: endedElsewhere,
  },
  {
    state: 'past its not_after time',
    arrange: noArrangement,
    sql: ({ id }) => `update auth.sessions set not_after = now() - interval '1 second' where user_id = '${id}'`,
    // As in GoTrue, the session's `not_after` is checked only on refresh.
    outcomes: ['ok', over, over, over, 'ok'],
  },
  {
    state: 'idle for longer than the inactivity timeout',
    arrange: noArrangement,
    sql: ({ id }) => `update auth.sessions set refreshed_at = now() - interval '61 minutes' where user_id = '${id}'`,
    outcomes: ['ok', over, over, over, 'ok'],
  },
]

/** Requests a new session with a refresh token. */
export function requestTokenRefresh(backend: TestBackend, token: string | undefined): Promise<AuthServiceResponse> {
  return callAuth(backend, 'POST /token?grant_type=refresh_token', { body: { refresh_token: token } })
}
