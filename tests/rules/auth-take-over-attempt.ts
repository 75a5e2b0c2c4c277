import { expect } from 'vitest'
import type { TestBackend } from '../support/start-backend.ts'
import { type AuthServiceResponse, readAuthError } from './auth-call.ts'
import { createRandomPassword } from './auth-member.ts'
import type { TestIdentityProvider } from './auth-provider.ts'
import { callAuthFromClientIp, createRandomClientIp } from './auth-source.ts'
import type { TakeOverParty, TakeOverStep } from './auth-take-over-states.ts'

/**
 * An account take-over attempt (pre-hijacking): an email address or phone number that both an attacker and its owner register, with
 * the password and client IP address of each.
 */
export type TakeOverAttempt = {
  contact: { email: string } | { phone: string }
  passwords: Record<TakeOverParty, string>
  networks: Record<TakeOverParty, string>
  sub: string
}

/** Returns an account take-over attempt for an email address or phone number, with random passwords and client IP addresses. */
export function createTakeOverAttempt(contact: TakeOverAttempt['contact']): TakeOverAttempt {
  return {
    contact,
    passwords: { attacker: createRandomPassword(), owner: createRandomPassword() },
    // The client IP addresses differ between attempts, because the server counts wrong passwords per IP network.
    networks: { attacker: createRandomClientIp(), owner: createRandomClientIp() },
    sub: crypto.randomUUID(),
  }
}

/**
 * Sends the request of one step of a take-over test, with the contested email address or phone number. `flows` contains the PKCE
 * parameters of the attacker and of the owner.
 */
export async function sendTakeOverRequest(
  backend: TestBackend,
  provider: TestIdentityProvider,
  { contact, passwords, networks, sub }: TakeOverAttempt,
  step: TakeOverStep,
  flows?: Record<TakeOverParty, object>,
): Promise<void> {
  const from = (actor: TakeOverParty, path: string, body: object) =>
    callAuthFromClientIp(backend, networks[actor], `POST /${path}`, {
      body: { ...contact, ...flows?.[actor], ...body },
    })
  const actor = step.startsWith('owner') ? 'owner' : 'attacker'
  if (step === 'provider') {
    const answer = await signInByProvider(backend, provider, networks[actor], {
      sub,
      ...contact,
      email_verified: false,
    })
    expect(answer.body.error_code).toBe('provider_email_needs_verification')
    return
  }
  const answer = await {
    resend: () => from(actor, 'resend', { type: 'email' in contact ? 'signup' : 'sms' }),
    recover: () => from('owner', 'recover', {}),
    code: () => from('owner', 'otp', {}),
    'attacker signs up': () => from('attacker', 'signup', { password: passwords.attacker, data: { by: 'attacker' } }),
    'owner signs up': () => from('owner', 'signup', { password: passwords.owner, data: { by: 'owner' } }),
  }[step]()
  expect([step, answer.status]).toEqual([step, 200])
}

/** Signs in with an ID token of the provider, like a client that obtained the token without the backend. */
export async function signInByProvider(
  backend: TestBackend,
  provider: TestIdentityProvider,
  network: string,
  person: Record<string, unknown>,
): Promise<AuthServiceResponse> {
  provider.register(backend.url)
  const body = { provider: 'google', id_token: await provider.idToken(person) }
  return await callAuthFromClientIp(backend, network, 'POST /token?grant_type=id_token', { body })
}

/**
 * Returns who can sign in, the attacker or the owner, with the password or provider identity that each chose before the address was
 * verified.
 */
export async function findPartyAbleToSignIn(
  backend: TestBackend,
  provider: TestIdentityProvider,
  { contact, passwords, networks, sub }: TakeOverAttempt,
): Promise<string> {
  const byPassword = async (actor: TakeOverParty) =>
    await callAuthFromClientIp(backend, networks[actor], 'POST /token?grant_type=password', {
      body: { ...contact, password: passwords[actor] },
    })
  const [attacker, owner] = [await byPassword('attacker'), await byPassword('owner')]
  for (const answer of [attacker, owner]) {
    if (answer.status !== 200) expect(readAuthError(answer).slice(0, 2)).toEqual([400, 'invalid_credentials'])
  }
  const trojan = await signInByProvider(backend, provider, networks.attacker, {
    sub,
    ...contact,
    email_verified: false,
  })
  const hasStranger = attacker.status === 200 || trojan.status === 200
  if (hasStranger) return owner.status === 200 ? 'both' : 'attacker'
  return owner.status === 200 ? 'owner' : 'nobody'
}

/** The token and the code in a mail of the auth service. */
export type QueuedMail = { type: string; tokenHash: string; code: string }

/** Pauses mail delivery. Tests then read mails from the outbox, which is much faster than waiting for delivery. */
export async function pauseMailDelivery(backend: TestBackend): Promise<void> {
  const setting = { key: 'mail_paused', value: 'true', reason: 'read from the outbox by a test' }
  const { error } = await backend.secretClient().rpc('set_setting', setting)
  expect(error).toBeNull()
}

/** Returns the mails queued for an address, newest first. */
export async function readQueuedMails(backend: TestBackend, email: string): Promise<QueuedMail[]> {
  const { data, error } = await backend
    .secretClient()
    .from('mail_outbox')
    .select('data')
    .eq('recipient', email)
    .order('created_at', { ascending: false })
  expect(error).toBeNull()
  return (data ?? []).flatMap(({ data: { code, path } }) => {
    if (path === undefined) return [] // a mail without a link is a notification, which cannot confirm anything
    const parameters = new URLSearchParams(path.slice(path.indexOf('?')))
    return [{ type: parameters.get('type') ?? '', tokenHash: parameters.get('token_hash') ?? '', code }]
  })
}

/** Returns the newest mail queued for an address. Throws when there is none. */
export async function readNewestQueuedMail(backend: TestBackend, email: string): Promise<QueuedMail> {
  const [mail] = await readQueuedMails(backend, email)
  if (mail === undefined) throw new Error('No mail waits.')
  return mail
}
