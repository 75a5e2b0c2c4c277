import { expect } from 'vitest'
import { createCommonBackendTest } from '../support/backend-test.ts'
import { brand } from '../support/brand.ts'
import type { TestBackend } from '../support/start-backend.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import {
  callAuth,
  callAuthAsAdmin,
  expectAuthError,
  HIGH_AUTH_LIMITS,
  readAuthError,
  readClientError,
} from './auth-call.ts'
import {
  createMember,
  createRandomPassword,
  decodeTokenClaims,
  extractMailCode,
  type SignedInMember,
  signInOnNewClient,
  waitForNewestMail,
} from './auth-member.ts'
import { runInDatabase } from './run-in-database.ts'

const test = createCommonBackendTest({ env: HIGH_AUTH_LIMITS })
const wrong = [400, 'invalid_credentials', 'Invalid login credentials'] as const
const tooMany = [429, 'over_request_rate_limit', 'Request rate limit reached']

function signInBody(backend: TestBackend, body: object) {
  return callAuth(backend, 'POST /token?grant_type=password', { body })
}

test('password sign-in returns invalid_credentials for an unknown address, an account without a password or a wrong password', async (backend) => {
  const member = await createMember(backend)
  const { email } = createTestVisitor()
  await backend.secretClient().auth.admin.createUser({ email, email_confirm: true }) // creates an account without a password
  for (const address of [member.email, email, createTestVisitor().email, 'no address at all']) {
    const answer = await signInBody(backend, { email: address, password: 'not the right one' })
    expect(readAuthError(answer)).toEqual(wrong)
    expect(Object.keys(answer.body)).toEqual(['code', 'error_code', 'msg'])
  }
  expect(backend.log()).toContain(`"event":"wrong_credentials","at":"${email[0]}***@`)
})

test('password sign-in with a wrong password takes about as long for an unknown email address as for a known one', async (backend) => {
  const member = await createMember(backend)
  const times = { known: [] as number[], unknown: [] as number[] }
  // Hashing the password takes most of the time of a request. The server therefore also verifies a dummy hash when the address is unknown;
  // without it, that response would take a fraction of the time.
  const areAlike = () => Math.min(...times.unknown) > Math.min(...times.known) * 0.5
  for (let round = 0; round < 4 || (round < 12 && !areAlike()); round++) {
    for (const [kind, email] of [
      ['known', member.email],
      ['unknown', createTestVisitor().email],
    ] as const) {
      const began = performance.now()
      await signInBody(backend, { email, password: 'not the right one' })
      times[kind].push(performance.now() - began)
    }
  }
  expect(areAlike()).toBe(true)
})

test('password sign-in matches the email address case-insensitively and returns the user of the account', async (backend) => {
  const { email, password, user } = await createMember(backend)
  const { data, error } = await backend.client().auth.signInWithPassword({ email: email.toUpperCase(), password })
  expect(error).toBeNull()
  expect(data.user?.id).toBe(user.id)
  expect(decodeTokenClaims(data.session?.access_token).amr).toMatchObject([{ method: 'password' }])
  expect(data.user?.last_sign_in_at).toBeTruthy()
})

test('each password sign-in creates a separate session, and a sign-out with local scope keeps the other sessions', async (backend) => {
  const member = await createMember(backend)
  const other = await signInOnNewClient(backend, member)
  const sessions = [member, other].map(({ session }) => decodeTokenClaims(session.access_token).session_id)
  expect(new Set(sessions).size).toBe(2)
  await other.client.auth.signOut({ scope: 'local' })
  expect((await member.client.auth.getUser()).error).toBeNull()
})

test('a banned user’s sign-in returns user_banned for the right password and invalid_credentials for a wrong one', async (backend) => {
  const { email, password, user } = await createMember(backend)
  await backend.secretClient().auth.admin.updateUserById(user.id, { ban_duration: '1h30m' })
  expectAuthError(await signInBody(backend, { email, password }), 400, 'user_banned', 'User is banned')
  expect(readAuthError(await signInBody(backend, { email, password: 'not it' }))).toEqual(wrong)
  await backend.secretClient().auth.admin.updateUserById(user.id, { ban_duration: 'none' })
  expect((await signInBody(backend, { email, password })).status).toBe(200)
})

test('POST /token rejects a missing email address, email together with phone, and unknown grant types', async (backend) => {
  const both = 'Only an email address or phone number should be provided on login.'
  const password = createRandomPassword()
  const cases = [
    [{ password }, 'missing email or phone'],
    [{ email: 'a@example.com', phone: '49151', password }, both],
  ] as const
  for (const [body, message] of cases) {
    expectAuthError(await signInBody(backend, body), 400, 'validation_failed', message)
  }
  const phone = await signInBody(backend, { phone: '4915112345678', password })
  expectAuthError(phone, 422, 'phone_provider_disabled', 'Phone logins are disabled')
  for (const grant of ['', '?grant_type=', '?grant_type=magic', '?grant_type=toString']) {
    const answer = await callAuth(backend, `POST /token${grant}`, { body: {} })
    expectAuthError(answer, 400, 'invalid_credentials', 'unsupported_grant_type')
  }
})

// A bcrypt hash (cost 10) of "correct horse battery", in the format that GoTrue stores.
const BCRYPT = '$2b$10$gxrxPTowsrAjdXP1JyaktuWxhW5NFfUQw88v8/YcTigT1zorCuU9i'

test('a user with a bcrypt hash migrated from GoTrue can sign in, and the first sign-in rehashes it with Argon2id', async (backend) => {
  const { email } = createTestVisitor()
  const made = await callAuthAsAdmin(backend, 'POST /admin/users', {
    body: { email, password_hash: BCRYPT, email_confirm: true },
  })
  expect(made.status).toBe(200)
  const wrongOne = await signInBody(backend, { email, password: 'correct horse batterz' })
  expect(readAuthError(wrongOne)).toEqual(wrong)
  expect((await signInBody(backend, { email, password: 'correct horse battery' })).status).toBe(200)
  if (backend.databaseUrl !== null) {
    await runInDatabase(backend, [
      `do $$ begin
        if not exists (select from auth.users where email = '${email}' and encrypted_password like '$argon2id$%') then
          raise 'not renewed';
        end if;
      end $$`,
    ])
  }
  expect((await signInBody(backend, { email, password: 'correct horse battery' })).status).toBe(200)
})

test('a user whose stored password is now too weak can still sign in, and the response lists weakPassword reasons', async (backend) => {
  const { email } = createTestVisitor()
  const admin = backend.secretClient().auth.admin
  await admin.createUser({ email, password: 'iloveyou', email_confirm: true })
  const { data, error } = await backend.client().auth.signInWithPassword({ email, password: 'iloveyou' })
  expect(error).toBeNull()
  expect(data.weakPassword?.reasons).toEqual(['pwned'])
})

test('PUT /user rejects a weak or unchanged password; after a password change the old password no longer signs in', async (backend) => {
  const { email, password, client } = await createMember(backend)
  const change = async (values: object) => readClientError((await client.auth.updateUser(values)).error)
  expect(await change({ password })).toEqual([
    422,
    'same_password',
    'New password should be different from the old password.',
  ])
  expect(await change({ password: 'password1' })).toMatchObject([422, 'weak_password', expect.any(String)])
  expect(await change({ password: createRandomPassword(), current_password: 'not it' })).toEqual([
    400,
    'current_password_invalid',
    'Current password is not correct.',
  ])
  const fresh = createRandomPassword()
  expect((await client.auth.updateUser({ password: fresh })).error).toBeNull()
  expect((await waitForNewestMail(backend, email)).text).toContain('Your password was changed')
  expect(readAuthError(await signInBody(backend, { email, password }))).toEqual(wrong)
  expect((await signInBody(backend, { email, password: fresh })).status).toBe(200)
})

test('in a session older than 24 hours, a password change requires the current password or an emailed code', {
  tags: ['R7.29'],
}, async (backend) => {
  const [first, second] = [await createMember(backend), await createMember(backend)]
  await runInDatabase(
    backend,
    [first, second].map(
      ({ user }) => `update auth.sessions set created_at = now() - interval '25 hours' where user_id = '${user.id}'`,
    ),
  )
  const needed = [400, 'reauthentication_needed', 'Password update requires reauthentication']
  const notValid = [422, 'reauthentication_not_valid', 'Nonce has expired or is invalid']
  const password = createRandomPassword()
  expect(readClientError((await first.client.auth.updateUser({ password })).error)).toEqual(needed)
  // The response must not reveal whether the current password was guessed right, for example to a person at an unattended device.
  expect(readClientError((await first.client.auth.updateUser({ password: first.password })).error)).toEqual(needed)
  const known = await first.client.auth.updateUser({ password, current_password: first.password })
  expect(known.error).toBeNull()

  expect((await second.client.auth.reauthenticate()).error).toBeNull()
  const mail = await waitForNewestMail(backend, second.email)
  expect(mail.subject).toBe(`Your ${brand.name} code`)
  expect(mail.text).not.toContain('#confirm')
  const nonce = extractMailCode(mail)
  const guess = nonce === '000000' ? '000001' : '000000'
  expect(readClientError((await second.client.auth.updateUser({ password, nonce: guess })).error)).toEqual(notValid)
  expect((await second.client.auth.updateUser({ password, nonce })).error).toBeNull()
  expect(
    readClientError((await second.client.auth.updateUser({ password: createRandomPassword(), nonce })).error),
  ).toEqual(notValid)
})

test('failed attempts at the current password through PUT /user count towards the sign-in rate limit', async (backend) => {
  const { email: taken } = await createMember(backend)
  const ways: [(password: string) => Parameters<SignedInMember['client']['auth']['updateUser']>[0], string][] = [
    [(guess) => ({ password: createRandomPassword(), current_password: guess }), 'current_password_invalid'],
    // A right guess of the current password gets the response `same_password`. A wrong guess fails because the new email address
    // is taken, and changes nothing, so without a limit an attacker could guess again and again.
    [(guess) => ({ password: guess, email: taken }), 'email_exists'],
  ]
  for (const [asking, code] of ways) {
    const { client, email, password } = await createMember(backend)
    const guessResult = async (guess: string) => readClientError((await client.auth.updateUser(asking(guess))).error)
    for (let round = 0; round < 5; round++) expect((await guessResult(createRandomPassword()))[1]).toBe(code)
    expect(await guessResult(createRandomPassword())).toEqual(tooMany)
    expect(await guessResult(password)).toEqual(tooMany)
    expect(readAuthError(await signInBody(backend, { email, password }))).toEqual(tooMany)
  }
})

test('the rate limit on wrong sign-in passwords does not block a signed-in user from changing the password', async (backend) => {
  const { client, email, password } = await createMember(backend)
  for (let round = 0; round < 5; round++) await signInBody(backend, { email, password: createRandomPassword() })
  expect(readAuthError(await signInBody(backend, { email, password }))).toEqual(tooMany)
  expect(
    (await client.auth.updateUser({ password: createRandomPassword(), current_password: password })).error,
  ).toBeNull()
  expect((await client.auth.updateUser({ password: createRandomPassword() })).error).toBeNull()
})

test('after five wrong reauthentication codes, PUT /user returns 429 even for the right code', async (backend) => {
  const { client, email } = await createMember(backend)
  await client.auth.reauthenticate()
  const nonce = extractMailCode(await waitForNewestMail(backend, email))
  const guessResult = async (code: string) =>
    readClientError((await client.auth.updateUser({ password: createRandomPassword(), nonce: code })).error)
  for (let guess = 1; guess <= 5; guess++) {
    const wrongNonce = String((Number(nonce) + guess) % 1_000_000).padStart(6, '0')
    expect((await guessResult(wrongNonce))[1]).toBe('reauthentication_not_valid')
  }
  expect(await guessResult(nonce)).toEqual(tooMany)
})
