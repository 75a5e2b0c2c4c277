import { expect } from 'vitest'
import { createCommonBackendTest } from '../support/backend-test.ts'
import type { TestBackend } from '../support/start-backend.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import { callAuth, callAuthAsAdmin, HIGH_AUTH_LIMITS, readAuthError, readClientError } from './auth-call.ts'
import { createMember, createRandomPassword, extractMailCode, hashPassword, waitForNewestMail } from './auth-member.ts'

// Passwords and addresses as keyboards and other programs send them: in several Unicode forms, with invisible characters.

const test = createCommonBackendTest({ env: HIGH_AUTH_LIMITS })
const wrong = [400, 'invalid_credentials', 'Invalid login credentials'] as const

function signInBody(backend: TestBackend, body: object) {
  return callAuth(backend, 'POST /token?grant_type=password', { body })
}

/** A new password as a keyboard sends it in decomposed form, and as another keyboard sends the same characters. */
function createTypedPassword() {
  const decomposed = `Zu\u0308rich e\u0301 ${crypto.randomUUID()}`
  return { decomposed, composed: decomposed.normalize('NFC').replaceAll(' ', '\u00a0') }
}

test('a password that was set through any endpoint signs in in every Unicode form', async (backend) => {
  const { admin } = backend.secretClient().auth
  const signsIn = async (email: string, password: string) =>
    expect((await signInBody(backend, { email, password })).status, email).toBe(200)

  const [byAdmin, changed, own, linked, signedUp] = Array.from({ length: 5 }, createTypedPassword)
  if (!byAdmin || !changed || !own || !linked || !signedUp) throw new Error('unreachable')
  const { email } = createTestVisitor()
  const made = await admin.createUser({ email, password: byAdmin.decomposed, email_confirm: true })
  await signsIn(email, byAdmin.composed)
  await admin.updateUserById(made.data.user?.id ?? '', { password: changed.composed })
  await signsIn(email, changed.decomposed)

  const member = await createMember(backend)
  expect((await member.client.auth.updateUser({ password: own.decomposed })).error).toBeNull()
  await signsIn(member.email, own.composed)
  const repeated = await member.client.auth.updateUser({ password: own.composed })
  expect(readClientError(repeated.error)[1]).toBe('same_password')
  const proven = { password: createRandomPassword(), current_password: own.composed }
  expect((await member.client.auth.updateUser(proven)).error).toBeNull()

  const invited = createTestVisitor().email
  const link = await admin.generateLink({ type: 'signup', email: invited, password: linked.decomposed })
  const token = link.data.properties?.email_otp ?? ''
  expect((await backend.client().auth.verifyOtp({ email: invited, token, type: 'signup' })).error).toBeNull()
  await signsIn(invited, linked.composed)

  const visitor = createTestVisitor()
  await backend.client().auth.signUp({ email: visitor.email, password: signedUp.decomposed })
  const pending = await signInBody(backend, { email: visitor.email, password: signedUp.composed })
  expect(pending.body['error_code']).toBe('email_not_confirmed')
  const code = extractMailCode(await waitForNewestMail(backend, visitor.email))
  await backend.client().auth.verifyOtp({ email: visitor.email, token: code, type: 'signup' })
  await signsIn(visitor.email, signedUp.composed)
})

test('a password whose older hash was made from its decomposed form signs in as typed, and the first sign-in rehashes it in NFC', async (backend) => {
  const { email } = createTestVisitor()
  const { decomposed, composed } = createTypedPassword()
  const password_hash = hashPassword(decomposed)
  await callAuthAsAdmin(backend, 'POST /admin/users', { body: { email, password_hash, email_confirm: true } })
  expect(readAuthError(await signInBody(backend, { email, password: composed }))).toEqual(wrong)
  expect((await signInBody(backend, { email, password: decomposed })).status).toBe(200)
  expect((await signInBody(backend, { email, password: composed })).status).toBe(200)
})

test('an account with an internationalised domain has one address, in ASCII, at every endpoint and with pasted invisible characters', async (backend) => {
  const name = createTestVisitor().email.split('@')[0] ?? ''
  const [typed, ascii] = [`\u200b${name}@bücher.example `, `${name}@xn--bcher-kva.example`]
  const password = createRandomPassword()
  const made = await backend.client().auth.signUp({ email: typed, password })
  expect(made.data.user?.email).toBe(ascii)
  const code = extractMailCode(await waitForNewestMail(backend, ascii))
  const confirmed = await backend.client().auth.verifyOtp({ email: typed, token: code, type: 'signup' })
  expect(confirmed.error).toBeNull()
  for (const email of [typed, ascii, typed.toUpperCase()])
    expect((await signInBody(backend, { email, password })).status, email).toBe(200)
  expect((await backend.client().auth.resetPasswordForEmail(typed)).error).toBeNull()
  await waitForNewestMail(backend, ascii, 2)
  const again = await backend.secretClient().auth.admin.createUser({ email: typed, password })
  expect(readClientError(again.error)[1]).toBe('email_exists')
})
