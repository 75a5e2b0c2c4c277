import { randomInt } from 'node:crypto'
import { expect } from 'vitest'
import type { Backend } from '../support/start-backend.ts'
import { type AuthAnswer, type CallOptions, call, refusal } from './auth-call.ts'
import { aPassword } from './auth-member.ts'
import type { IdentityProvider } from './auth-provider.ts'
import type { Actor, Step } from './auth-take-over-states.ts'

/** An address or number that two ask for, and what each of them chose. */
export type Contest = {
  contact: { email: string } | { phone: string }
  passwords: Record<Actor, string>
  networks: Record<Actor, string>
  sub: string
}

/** A contest for an address or number, with passwords that nobody else has. */
export function contestOf(contact: Contest['contact']): Contest {
  return {
    contact,
    passwords: { stranger: aPassword(), owner: aPassword() },
    networks: { stranger: aNetwork(), owner: aNetwork() }, // of this contest alone: wrong passwords are counted by network
    sub: crypto.randomUUID(),
  }
}

function aNetwork(): string {
  return `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`
}

/** Calls from the network of one of the two; the server must trust the test as its proxy. */
export function callFrom(backend: Backend, network: string, request: Parameters<typeof call>[1], options: CallOptions) {
  return call(backend, request, { ...options, headers: { 'x-forwarded-for': network } })
}

/** Asks for an address or number in one of the ways of the table; `flows`: what each sends along for PKCE. */
export async function take(
  backend: Backend,
  provider: IdentityProvider,
  { contact, passwords, networks, sub }: Contest,
  step: Step,
  flows?: Record<Actor, object>,
): Promise<void> {
  const from = (actor: Actor, path: string, body: object) =>
    callFrom(backend, networks[actor], `POST /${path}`, { body: { ...contact, ...flows?.[actor], ...body } })
  const actor = step.startsWith('owner') ? 'owner' : 'stranger'
  if (step === 'provider') {
    const answer = await enterByProvider(backend, provider, networks[actor], { sub, ...contact, email_verified: false })
    expect(answer.body.error_code).toBe('provider_email_needs_verification')
    return
  }
  const answer = await {
    resend: () => from(actor, 'resend', { type: 'email' in contact ? 'signup' : 'sms' }),
    recover: () => from('owner', 'recover', {}),
    code: () => from('owner', 'otp', {}),
    'stranger signs up': () => from('stranger', 'signup', { password: passwords.stranger, data: { by: 'stranger' } }),
    'owner signs up': () => from('owner', 'signup', { password: passwords.owner, data: { by: 'owner' } }),
  }[step]()
  expect([step, answer.status]).toEqual([step, 200])
}

/** Signs in with an ID token of the provider, as a client does that got it by itself. */
export async function enterByProvider(
  backend: Backend,
  provider: IdentityProvider,
  network: string,
  person: Record<string, unknown>,
): Promise<AuthAnswer> {
  provider.know(backend.url)
  const body = { provider: 'google', id_token: await provider.idToken(person) }
  return await callFrom(backend, network, 'POST /token?grant_type=id_token', { body })
}

/** Who gets in now by what they chose before the address was proved. */
export async function whoGetsIn(
  backend: Backend,
  provider: IdentityProvider,
  { contact, passwords, networks, sub }: Contest,
): Promise<string> {
  const byPassword = async (actor: Actor) =>
    await callFrom(backend, networks[actor], 'POST /token?grant_type=password', {
      body: { ...contact, password: passwords[actor] },
    })
  const [stranger, owner] = [await byPassword('stranger'), await byPassword('owner')]
  for (const answer of [stranger, owner]) {
    if (answer.status !== 200) expect(refusal(answer).slice(0, 2)).toEqual([400, 'invalid_credentials'])
  }
  const trojan = await enterByProvider(backend, provider, networks.stranger, { sub, ...contact, email_verified: false })
  const hasStranger = stranger.status === 200 || trojan.status === 200
  if (hasStranger) return owner.status === 200 ? 'both' : 'stranger'
  return owner.status === 200 ? 'owner' : 'nobody'
}

/** What a mail about an account carries. */
export type MailedToken = { type: string; tokenHash: string; code: string }

/** Stops the delivery of mail: what would be mailed is read from the outbox, which takes a fraction of the time. */
export async function keepMailsWaiting(backend: Backend): Promise<void> {
  const setting = { key: 'mail_paused', value: 'true', reason: 'read from the outbox by a test' }
  const { error } = await backend.secretClient().rpc('set_setting', setting)
  expect(error).toBeNull()
}

/** What waits to be mailed to an address, newest first. */
export async function waitingMails(backend: Backend, email: string): Promise<MailedToken[]> {
  const { data, error } = await backend
    .secretClient()
    .from('mail_outbox')
    .select('data')
    .eq('recipient', email)
    .order('created_at', { ascending: false })
  expect(error).toBeNull()
  return (data ?? []).flatMap(({ data: { code, path } }) => {
    if (path === undefined) return [] // a notice
    const parameters = new URLSearchParams(path.slice(path.indexOf('?')))
    return [{ type: parameters.get('type') ?? '', tokenHash: parameters.get('token_hash') ?? '', code }]
  })
}

/** The newest mail that waits for an address. */
export async function newestWaiting(backend: Backend, email: string): Promise<MailedToken> {
  const [mail] = await waitingMails(backend, email)
  if (mail === undefined) throw new Error('No mail waits.')
  return mail
}
