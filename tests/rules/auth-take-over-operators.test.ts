// Tests what an attacker who registered another person's email address can do after an admin confirms or changes that account
// (docs/decisions.md, "A password takes effect with the message that proves the address").
import { afterAll, expect } from 'vitest'
import { type BackendTest, createSharedBackendTest } from '../support/backend-test.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import { callAuth, callAuthAsAdmin } from './auth-call.ts'
import { createRandomPassword } from './auth-member.ts'
import { startTestIdentityProvider } from './auth-provider.ts'
import { callAuthFromClientIp, TRUST_TEST_PROXY_ENV } from './auth-source.ts'
import {
  createTakeOverAttempt,
  findPartyAbleToSignIn,
  pauseMailDelivery,
  readNewestQueuedMail,
  sendTakeOverRequest,
} from './auth-take-over-attempt.ts'

const provider = await startTestIdentityProvider()
const onSharedBackend = createSharedBackendTest({
  env: { ...TRUST_TEST_PROXY_ENV, ...provider.env },
})
afterAll(() => provider[Symbol.asyncDispose]())

function test(title: string, run: BackendTest): void {
  onSharedBackend(title, async (backend) => {
    await pauseMailDelivery(backend)
    await run(backend)
  })
}

const ELSEWHERE = '198.51.100.7'

test('an admin’s invitation or link, or confirmation of a contested address, removes the password an attacker signed up with', async (backend) => {
  const signedUp = async () => {
    const attempt = createTakeOverAttempt({ email: createTestVisitor().email })
    await sendTakeOverRequest(backend, provider, attempt, 'attacker signs up')
    const { email } = attempt.contact as { email: string }
    const { body } = await callAuthAsAdmin(backend, `GET /admin/users?filter=${encodeURIComponent(email)}`)
    return { attempt, email, id: String(body.users[0].id) }
  }
  const follow = async ({ action_link }: { action_link: string }) =>
    await fetch(action_link, { redirect: 'manual' }).then(({ headers }) => headers.get('location'))

  const confirmed = await signedUp()
  await sendTakeOverRequest(backend, provider, confirmed.attempt, 'owner signs up')
  await callAuthAsAdmin(backend, `PUT /admin/users/${confirmed.id}`, { body: { email_confirm: true } })
  expect(await findPartyAbleToSignIn(backend, provider, confirmed.attempt)).toBe('nobody')

  // An attacker's sign-up for which the owner has requested nothing: the admin's confirmation can only be meant for it.
  const alone = await signedUp()
  await callAuthAsAdmin(backend, `PUT /admin/users/${alone.id}`, { body: { email_confirm: true } })
  expect(await findPartyAbleToSignIn(backend, provider, alone.attempt)).toBe('attacker')

  const given = await signedUp()
  const password = createRandomPassword()
  await callAuthAsAdmin(backend, `PUT /admin/users/${given.id}`, { body: { password } })
  await callAuthAsAdmin(backend, `PUT /admin/users/${given.id}`, { body: { email_confirm: true } })
  expect(await findPartyAbleToSignIn(backend, provider, given.attempt)).toBe('nobody')
  const operators = await callAuth(backend, 'POST /token?grant_type=password', {
    body: { email: given.email, password },
  })
  expect(operators.status).toBe(200)

  const invited = await signedUp()
  await callAuthAsAdmin(backend, 'POST /invite', { body: { email: invited.email, data: { team: 'red' } } })
  const { tokenHash: token_hash, type } = await readNewestQueuedMail(backend, invited.email)
  const accepted = await callAuthFromClientIp(backend, ELSEWHERE, 'POST /verify', { body: { type, token_hash } })
  expect(accepted.body.user.user_metadata).toMatchObject({ team: 'red' })
  expect(accepted.body.user.user_metadata).not.toHaveProperty('by')
  expect(await findPartyAbleToSignIn(backend, provider, invited.attempt)).toBe('nobody')

  for (const kind of ['signup', 'invite', 'magiclink', 'recovery']) {
    const linked = await signedUp()
    const made = await callAuthAsAdmin(backend, 'POST /admin/generate_link', {
      body: { type: kind, email: linked.email, password: createRandomPassword() },
    })
    expect(await follow(made.body)).toContain('access_token=')
    expect([kind, await findPartyAbleToSignIn(backend, provider, linked.attempt)]).toEqual([kind, 'nobody'])
  }
})

test('after an admin changes the password or email address, an unverified OAuth identity can no longer sign in', async (backend) => {
  // The attacker registered through an identity provider. That provider identity must not stay linked to the account.
  const entered = createTakeOverAttempt({ email: createTestVisitor().email })
  await sendTakeOverRequest(backend, provider, entered, 'provider')
  const { email } = entered.contact as { email: string }
  const { body: list } = await callAuthAsAdmin(backend, `GET /admin/users?filter=${encodeURIComponent(email)}`)
  await callAuthAsAdmin(backend, `PUT /admin/users/${list.users[0].id}`, {
    body: { password: createRandomPassword() },
  })
  await sendTakeOverRequest(backend, provider, entered, 'resend')
  const { tokenHash, type: kindOfMail } = await readNewestQueuedMail(backend, email)
  const read = await callAuthFromClientIp(backend, ELSEWHERE, 'POST /verify', {
    body: { type: kindOfMail, token_hash: tokenHash },
  })
  expect(read.status).toBe(200)
  expect(await findPartyAbleToSignIn(backend, provider, entered)).toBe('nobody')

  // An attacker's account, whose email address is changed by links that an admin generated.
  const moved = createTakeOverAttempt({ email: createTestVisitor().email })
  await sendTakeOverRequest(backend, provider, moved, 'provider')
  const change = { email: (moved.contact as { email: string }).email, new_email: createTestVisitor().email }
  const links = ['email_change_current', 'email_change_new'].map((type) =>
    callAuthAsAdmin(backend, 'POST /admin/generate_link', { body: { type, ...change } }),
  )
  for (const made of await Promise.all(links)) await fetch(made.body.action_link, { redirect: 'manual' })
  moved.contact = { email: change.new_email }
  expect((await callAuthAsAdmin(backend, `GET /admin/users?filter=${change.new_email}`)).body.users).toHaveLength(1)
  expect(await findPartyAbleToSignIn(backend, provider, moved)).toBe('nobody')
})
