import { randomInt } from 'node:crypto'
import { expect } from 'vitest'
import type { Backend } from '../support/start-backend.ts'
import { type AuthAnswer, type CallOptions, call, refusal } from './auth-call.ts'
import { aPassword } from './auth-member.ts'
import type { IdentityProvider } from './auth-provider.ts'
import type { Actor, Step } from './auth-take-over-states.ts'

/** An address or phone number that both an attacker and its owner try to register, with the passwords they choose. */
export type TakeOverAttempt = {
  contact: { email: string } | { phone: string }
  passwords: Record<Actor, string>
  networks: Record<Actor, string>
  sub: string
}

/** Returns an attempt for an address or number, with random passwords and networks. */
export function newTakeOverAttempt(contact: TakeOverAttempt['contact']): TakeOverAttempt {
  return {
    contact,
    passwords: { attacker: aPassword(), owner: aPassword() },
    // unique per attempt, because wrong passwords are counted per network
    networks: { attacker: aNetwork(), owner: aNetwork() },
    sub: crypto.randomUUID(),
  }
}

function aNetwork(): string {
  return `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`
}

/** Calls the auth service as if from the given network; the server must trust the test as a proxy. */
export function callFrom(backend: Backend, network: string, request: Parameters<typeof call>[1], options: CallOptions) {
  return call(backend, request, { ...options, headers: { 'x-forwarded-for': network } })
}

/** Performs one step of the table for the contested address or number. `flows` holds PKCE parameters per actor. */
export async function performStep(
  backend: Backend,
  provider: IdentityProvider,
  { contact, passwords, networks, sub }: TakeOverAttempt,
  step: Step,
  flows?: Record<Actor, object>,
): Promise<void> {
  const from = (actor: Actor, path: string, body: object) =>
    callFrom(backend, networks[actor], `POST /${path}`, { body: { ...contact, ...flows?.[actor], ...body } })
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

/** Signs in with an ID token of the provider, as a client that obtained the token itself. */
export async function signInByProvider(
  backend: Backend,
  provider: IdentityProvider,
  network: string,
  person: Record<string, unknown>,
): Promise<AuthAnswer> {
  provider.register(backend.url)
  const body = { provider: 'google', id_token: await provider.idToken(person) }
  return await callFrom(backend, network, 'POST /token?grant_type=id_token', { body })
}

/** Returns which actor can sign in with what was chosen before the address was verified. */
export async function whoCanSignIn(
  backend: Backend,
  provider: IdentityProvider,
  { contact, passwords, networks, sub }: TakeOverAttempt,
): Promise<string> {
  const byPassword = async (actor: Actor) =>
    await callFrom(backend, networks[actor], 'POST /token?grant_type=password', {
      body: { ...contact, password: passwords[actor] },
    })
  const [attacker, owner] = [await byPassword('attacker'), await byPassword('owner')]
  for (const answer of [attacker, owner]) {
    if (answer.status !== 200) expect(refusal(answer).slice(0, 2)).toEqual([400, 'invalid_credentials'])
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

/** The token and code that a mail carries. */
export type QueuedMail = { type: string; tokenHash: string; code: string }

/** Pauses mail delivery. Tests then read mails from the outbox, which is much faster than waiting for delivery. */
export async function pauseMailDelivery(backend: Backend): Promise<void> {
  const setting = { key: 'mail_paused', value: 'true', reason: 'read from the outbox by a test' }
  const { error } = await backend.secretClient().rpc('set_setting', setting)
  expect(error).toBeNull()
}

/** Returns the mails queued for an address, newest first. */
export async function queuedMails(backend: Backend, email: string): Promise<QueuedMail[]> {
  const { data, error } = await backend
    .secretClient()
    .from('mail_outbox')
    .select('data')
    .eq('recipient', email)
    .order('created_at', { ascending: false })
  expect(error).toBeNull()
  return (data ?? []).flatMap(({ data: { code, path } }) => {
    if (path === undefined) return [] // a notification without a link
    const parameters = new URLSearchParams(path.slice(path.indexOf('?')))
    return [{ type: parameters.get('type') ?? '', tokenHash: parameters.get('token_hash') ?? '', code }]
  })
}

/** Returns the newest mail queued for an address. Throws when there is none. */
export async function newestQueuedMail(backend: Backend, email: string): Promise<QueuedMail> {
  const [mail] = await queuedMails(backend, email)
  if (mail === undefined) throw new Error('No mail waits.')
  return mail
}
