// Somebody registers another person's address with a password of their own and waits for its owner (docs/decisions/0025).
import { expect } from 'vitest'
import { aVisitor } from '../support/a-visitor.ts'
import { sharedBackend } from '../support/engines.ts'
import type { Backend } from '../support/start-backend.ts'
import { problem, ROOMY_AUTH } from './auth-call.ts'
import { aPassword, codeIn, linkIn, newestMail } from './auth-member.ts'

const onBothEngines = sharedBackend({ env: ROOMY_AUTH })
const wrong = [400, 'invalid_credentials', 'Invalid login credentials']

async function registered(backend: Backend) {
  const { name, email } = aVisitor()
  const password = aPassword()
  const { error } = await backend.client().auth.signUp({ email, password, options: { data: { name } } })
  expect(error).toBeNull()
  return { name, email, password }
}

async function passwordTry(backend: Backend, credentials: { email: string; password: string }) {
  const { data, error } = await backend.client().auth.signInWithPassword(credentials)
  return error === null ? data.user.email : problem(error)
}

onBothEngines('the owner who comes by a magic code or link leaves no stranger a password', async (backend) => {
  for (const by of ['code', 'link'] as const) {
    const trap = await registered(backend)
    const client = backend.client()
    await client.auth.signInWithOtp({ email: trap.email })
    const mail = await newestMail(backend, trap.email, 2)
    const { data } = await client.auth.verifyOtp(
      by === 'code'
        ? { email: trap.email, token: codeIn(mail), type: 'email' }
        : { token_hash: linkIn(mail).tokenHash, type: 'signup' },
    )
    expect(data.user).toMatchObject({ email: trap.email, app_metadata: { provider: 'email', providers: ['email'] } })
    expect(await passwordTry(backend, trap)).toEqual(wrong)

    const own = aPassword()
    expect((await client.auth.updateUser({ password: own })).error).toBeNull()
    expect(await passwordTry(backend, { email: trap.email, password: own })).toBe(trap.email)
  }
})

onBothEngines('nor does the owner who asks for a new password and then sets none', async (backend) => {
  const trap = await registered(backend)
  const client = backend.client()
  await client.auth.resetPasswordForEmail(trap.email)
  const { tokenHash } = linkIn(await newestMail(backend, trap.email, 2))
  expect((await client.auth.verifyOtp({ token_hash: tokenHash, type: 'recovery' })).error).toBeNull()
  expect(await passwordTry(backend, trap)).toEqual(wrong)
})

onBothEngines('the stranger who has the mail sent again meanwhile keeps no password either', async (backend) => {
  const trap = await registered(backend)
  await backend.client().auth.signInWithOtp({ email: trap.email })
  await newestMail(backend, trap.email, 2)
  await backend.client().auth.resend({ type: 'signup', email: trap.email })
  await backend.client().auth.signUp({ email: trap.email, password: trap.password })
  const token = codeIn(await newestMail(backend, trap.email, 4))
  expect((await backend.client().auth.verifyOtp({ email: trap.email, token, type: 'email' })).error).toBeNull()
  expect(await passwordTry(backend, trap)).toEqual(wrong)
})

onBothEngines(
  'who confirms their own sign-up keeps the password, and keeps it at every later code',
  async (backend) => {
    const own = await registered(backend)
    const token = codeIn(await newestMail(backend, own.email))
    await backend.client().auth.verifyOtp({ email: own.email, token, type: 'email' })
    expect(await passwordTry(backend, own)).toBe(own.email)
    await backend.client().auth.signInWithOtp({ email: own.email })
    const later = codeIn(await newestMail(backend, own.email, 2))
    expect((await backend.client().auth.verifyOtp({ email: own.email, token: later, type: 'email' })).error).toBeNull()
    expect(await passwordTry(backend, own)).toBe(own.email)
  },
)
