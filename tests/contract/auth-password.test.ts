import { expect } from 'vitest'
import { aVisitor } from '../support/a-visitor.ts'
import { brand } from '../support/brand.ts'
import { sharedBackend } from '../support/engines.ts'
import type { Backend } from '../support/start-backend.ts'
import { call, callAsAdmin, problem, ROOMY_AUTH, refusal } from './auth-call.ts'
import { aMember, aPassword, claimsOf, codeIn, type Member, newestMail, signIn } from './auth-member.ts'
import { pastServer } from './auth-past-server.ts'

const onBothEngines = sharedBackend({ env: ROOMY_AUTH })
const wrong = [400, 'invalid_credentials', 'Invalid login credentials'] as const
const tooMany = [429, 'over_request_rate_limit', 'Request rate limit reached']

function signInBody(backend: Backend, body: object) {
  return call(backend, 'POST /token?grant_type=password', { body })
}

onBothEngines('unknown, without a password, and wrong are one answer', async (backend) => {
  const member = await aMember(backend)
  const { email } = aVisitor()
  await backend.secretClient().auth.admin.createUser({ email, email_confirm: true }) // has none
  for (const address of [member.email, email, aVisitor().email, 'no address at all']) {
    const answer = await signInBody(backend, { email: address, password: 'not the right one' })
    expect(refusal(answer)).toEqual(wrong)
    expect(Object.keys(answer.body)).toEqual(['code', 'error_code', 'msg'])
  }
  expect(backend.log()).toContain(`"event":"wrong_guess","at":"${email[0]}***@`)
})

onBothEngines('known and unknown addresses take the same time', async (backend) => {
  const member = await aMember(backend)
  const times = { known: [] as number[], unknown: [] as number[] }
  // Without the work on the miss, the unknown one takes a fraction of the other: the hash is all there is to wait for.
  const areAlike = () => Math.min(...times.unknown) > Math.min(...times.known) * 0.5
  for (let round = 0; round < 4 || (round < 12 && !areAlike()); round++) {
    for (const [kind, email] of [
      ['known', member.email],
      ['unknown', aVisitor().email],
    ] as const) {
      const began = performance.now()
      await signInBody(backend, { email, password: 'not the right one' })
      times[kind].push(performance.now() - began)
    }
  }
  expect(areAlike()).toBe(true)
})

onBothEngines('an address counts in any letters, and its owner is answered as they are', async (backend) => {
  const { email, password, user } = await aMember(backend)
  const { data, error } = await backend.client().auth.signInWithPassword({ email: email.toUpperCase(), password })
  expect(error).toBeNull()
  expect(data.user?.id).toBe(user.id)
  expect(claimsOf(data.session?.access_token).amr).toMatchObject([{ method: 'password' }])
  expect(data.user?.last_sign_in_at).toBeTruthy()
})

onBothEngines('every sign-in is a session of its own', async (backend) => {
  const member = await aMember(backend)
  const other = await signIn(backend, member)
  const sessions = [member, other].map(({ session }) => claimsOf(session.access_token).session_id)
  expect(new Set(sessions).size).toBe(2)
  await other.client.auth.signOut({ scope: 'local' })
  expect((await member.client.auth.getUser()).error).toBeNull()
})

onBothEngines('a banned person is told so, once the password was right', async (backend) => {
  const { email, password, user } = await aMember(backend)
  await backend.secretClient().auth.admin.updateUserById(user.id, { ban_duration: '1h30m' })
  expect(refusal(await signInBody(backend, { email, password }))).toEqual([400, 'user_banned', 'User is banned'])
  expect(refusal(await signInBody(backend, { email, password: 'not it' }))).toEqual(wrong)
  await backend.secretClient().auth.admin.updateUserById(user.id, { ban_duration: 'none' })
  expect((await signInBody(backend, { email, password })).status).toBe(200)
})

onBothEngines('what is missing is said in the words of the protocol', async (backend) => {
  const both = 'Only an email address or phone number should be provided on login.'
  const password = aPassword()
  const cases = [
    [{ password }, 'missing email or phone'],
    [{ email: 'a@example.com', phone: '49151', password }, both],
  ] as const
  for (const [body, message] of cases) {
    expect(refusal(await signInBody(backend, body))).toEqual([400, 'validation_failed', message])
  }
  const phone = await signInBody(backend, { phone: '4915112345678', password })
  expect(refusal(phone)).toEqual([422, 'phone_provider_disabled', 'Phone logins are disabled'])
  for (const grant of ['', '?grant_type=', '?grant_type=magic', '?grant_type=toString']) {
    const answer = await call(backend, `POST /token${grant}`, { body: {} })
    expect(refusal(answer)).toEqual([400, 'invalid_credentials', 'unsupported_grant_type'])
  }
})

// "correct horse battery" by bcrypt at cost 10, as other servers of this protocol keep it
const BCRYPT = '$2b$10$gxrxPTowsrAjdXP1JyaktuWxhW5NFfUQw88v8/YcTigT1zorCuU9i'

onBothEngines('a hash that moved here from another server works, and is renewed by its first use', async (backend) => {
  const { email } = aVisitor()
  const made = await callAsAdmin(backend, 'POST /admin/users', {
    body: { email, password_hash: BCRYPT, email_confirm: true },
  })
  expect(made.status).toBe(200)
  const wrongOne = await signInBody(backend, { email, password: 'correct horse batterz' })
  expect(refusal(wrongOne)).toEqual(wrong)
  expect((await signInBody(backend, { email, password: 'correct horse battery' })).status).toBe(200)
  if (backend.databaseUrl !== null) {
    await pastServer(backend, [
      `do $$ begin
        if not exists (select from auth.users where email = '${email}' and encrypted_password like '$argon2id$%') then
          raise 'not renewed';
        end if;
      end $$`,
    ])
  }
  expect((await signInBody(backend, { email, password: 'correct horse battery' })).status).toBe(200)
})

onBothEngines(
  'a password that today would be refused still opens, and the answer says why to change it',
  async (backend) => {
    const { email } = aVisitor()
    const admin = backend.secretClient().auth.admin
    await admin.createUser({ email, password: 'iloveyou', email_confirm: true })
    const { data, error } = await backend.client().auth.signInWithPassword({ email, password: 'iloveyou' })
    expect(error).toBeNull()
    expect(data.weakPassword?.reasons).toEqual(['pwned'])
  },
)

onBothEngines('a new password must be strong and another one, and the old one then opens nothing', async (backend) => {
  const { email, password, client } = await aMember(backend)
  const change = async (values: object) => problem((await client.auth.updateUser(values)).error)
  expect(await change({ password })).toEqual([
    422,
    'same_password',
    'New password should be different from the old password.',
  ])
  expect(await change({ password: 'password1' })).toMatchObject([422, 'weak_password', expect.any(String)])
  expect(await change({ password: aPassword(), current_password: 'not it' })).toEqual([
    400,
    'current_password_invalid',
    'Current password is not correct.',
  ])
  const fresh = aPassword()
  expect((await client.auth.updateUser({ password: fresh })).error).toBeNull()
  expect((await newestMail(backend, email)).text).toContain('The password of your account was changed.')
  expect(refusal(await signInBody(backend, { email, password }))).toEqual(wrong)
  expect((await signInBody(backend, { email, password: fresh })).status).toBe(200)
})

onBothEngines('in an old session a new password asks for the current one, or for a mailed code', async (backend) => {
  const [first, second] = [await aMember(backend), await aMember(backend)]
  await pastServer(
    backend,
    [first, second].map(
      ({ user }) => `update auth.sessions set created_at = now() - interval '25 hours' where user_id = '${user.id}'`,
    ),
  )
  const needed = [400, 'reauthentication_needed', 'Password update requires reauthentication']
  const notValid = [422, 'reauthentication_not_valid', 'Nonce has expired or is invalid']
  const password = aPassword()
  expect(problem((await first.client.auth.updateUser({ password })).error)).toEqual(needed)
  // Nor does the answer tell somebody who has sat down there whether a guess at the old one was right.
  expect(problem((await first.client.auth.updateUser({ password: first.password })).error)).toEqual(needed)
  const known = await first.client.auth.updateUser({ password, current_password: first.password })
  expect(known.error).toBeNull()

  expect((await second.client.auth.reauthenticate()).error).toBeNull()
  const mail = await newestMail(backend, second.email)
  expect(mail.subject).toBe(`Your ${brand.name} code`)
  expect(mail.text).not.toContain('#confirm')
  const nonce = codeIn(mail)
  const guess = nonce === '000000' ? '000001' : '000000'
  expect(problem((await second.client.auth.updateUser({ password, nonce: guess })).error)).toEqual(notValid)
  expect((await second.client.auth.updateUser({ password, nonce })).error).toBeNull()
  expect(problem((await second.client.auth.updateUser({ password: aPassword(), nonce })).error)).toEqual(notValid)
})

onBothEngines('whatever would tell the old password counts as a guess at it, as at sign-in', async (backend) => {
  const { email: taken } = await aMember(backend)
  const ways: [(password: string) => Parameters<Member['client']['auth']['updateUser']>[0], string][] = [
    [(guess) => ({ password: aPassword(), current_password: guess }), 'current_password_invalid'],
    // Were it the old one, the answer would be `same_password`; so nothing changes, and the next guess can follow.
    [(guess) => ({ password: guess, email: taken }), 'email_exists'],
  ]
  for (const [asking, code] of ways) {
    const { client, email, password } = await aMember(backend)
    const told = async (guess: string) => problem((await client.auth.updateUser(asking(guess))).error)
    for (let round = 0; round < 5; round++) expect((await told(aPassword()))[1]).toBe(code)
    expect(await told(aPassword())).toEqual(tooMany)
    expect(await told(password)).toEqual(tooMany)
    expect(refusal(await signInBody(backend, { email, password }))).toEqual(tooMany)
  }
})

onBothEngines('a stranger who guesses keeps nobody who is signed in from a new password', async (backend) => {
  const { client, email, password } = await aMember(backend)
  for (let round = 0; round < 5; round++) await signInBody(backend, { email, password: aPassword() })
  expect(refusal(await signInBody(backend, { email, password }))).toEqual(tooMany)
  expect((await client.auth.updateUser({ password: aPassword(), current_password: password })).error).toBeNull()
  expect((await client.auth.updateUser({ password: aPassword() })).error).toBeNull()
})

onBothEngines('so do guesses at the mailed code that stands for the old password', async (backend) => {
  const { client, email } = await aMember(backend)
  await client.auth.reauthenticate()
  const nonce = codeIn(await newestMail(backend, email))
  const told = async (code: string) =>
    problem((await client.auth.updateUser({ password: aPassword(), nonce: code })).error)
  for (let guess = 1; guess <= 5; guess++) {
    const wrongNonce = String((Number(nonce) + guess) % 1_000_000).padStart(6, '0')
    expect((await told(wrongNonce))[1]).toBe('reauthentication_not_valid')
  }
  expect(await told(nonce)).toEqual(tooMany)
})
