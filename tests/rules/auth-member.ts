import { argon2Sync, randomBytes } from 'node:crypto'
import type { Session, SupabaseClient, User } from '@supabase/supabase-js'
import { Secret, TOTP } from 'otpauth'
import { expect } from 'vitest'
import { type ReceivedMail, waitForMails } from '../support/mail-box.ts'
import type { TestBackend } from '../support/start-backend.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import type { ParsedJson } from './auth-call.ts'

/** A confirmed account with a signed-in client, and its credentials. */
export type SignedInMember = { email: string; password: string; client: SupabaseClient; user: User; session: Session }

/** Returns a random password that is on no list of common passwords. */
export function createRandomPassword(): string {
  return `pass phrase ${crypto.randomUUID()}`
}

/** The password of all members: hashing one for each would take a considerable part of the time of the tests. */
const MEMBER_PASSWORD = createRandomPassword()
const password_hash = hashPassword(MEMBER_PASSWORD)

/** Returns the hash of a password as the server stores it. */
export function hashPassword(message: string): string {
  const nonce = randomBytes(16)
  const tag = argon2Sync('argon2id', { message, nonce, memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 })
  const [salt, hash] = [nonce, tag].map((bytes) => bytes.toString('base64').replaceAll('=', ''))
  return `$argon2id$v=19$m=19456,t=2,p=1$${salt}$${hash}`
}

/** Creates a confirmed account through the admin API and signs in to it. */
export async function createMember(backend: TestBackend): Promise<SignedInMember> {
  const { name, email } = createTestVisitor()
  const password = MEMBER_PASSWORD
  const made = await backend
    .secretClient()
    .auth.admin.createUser({ email, password_hash, email_confirm: true, user_metadata: { name } })
  expect(made.error).toBeNull()
  return { email, password, ...(await signInOnNewClient(backend, { email, password })) }
}

/** Signs in with a new client, like another device of the same person. */
export async function signInOnNewClient(backend: TestBackend, credentials: { email: string; password: string }) {
  const client = backend.client()
  const { data, error } = await client.auth.signInWithPassword(credentials)
  expect(error).toBeNull()
  if (data.session === null || data.user === null) throw new Error('The sign-in answered no session.')
  return { client, user: data.user, session: data.session }
}

/** Returns the TOTP code of an authenticator app that is valid now, or `steps` periods of 30 seconds from now. */
export function createTotpCode(secret: string, steps = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })
}

/** Enrols a TOTP factor, and returns its id and its secret. */
export async function enrolTotpFactor(client: SupabaseClient, friendlyName = '') {
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName })
  if (error) throw error
  return { id: data.id, totp: data.totp }
}

/** Enrols a TOTP factor and verifies its code, by default the one of this moment, which raises the session to aal2. */
export async function addTotpFactor(client: SupabaseClient, friendlyName = '', steps = 0) {
  const { id, totp } = await enrolTotpFactor(client, friendlyName)
  const verified = await client.auth.mfa.challengeAndVerify({ factorId: id, code: createTotpCode(totp.secret, steps) })
  expect(verified.error).toBeNull()
  return { id, secret: totp.secret }
}

/** Returns the claims of an access token without verifying its signature. */
export function decodeTokenClaims(token: string | undefined): ParsedJson {
  return JSON.parse(Buffer.from(token?.split('.')[1] ?? '', 'base64url').toString('utf8'))
}

/** Waits until `count` mails to an address have arrived and returns the newest mail. */
export async function waitForNewestMail(backend: TestBackend, email: string, count = 1): Promise<ReceivedMail> {
  const mail = (await waitForMails(backend, email, { count })).at(-1)
  if (mail === undefined) throw new Error(`${email} got no mail.`)
  return mail
}

/** Returns the first six-digit number in the text of a mail. Throws when there is none. */
export function extractMailCode(mail: ReceivedMail): string {
  const code = /\d{6}/.exec(mail.text ?? '')?.[0]
  if (code === undefined) throw new Error('The mail holds no code.')
  return code
}

/** Returns the link in a mail and the parameters of the link that the site's confirmation page reads. */
export function extractMailLink(mail: ReceivedMail): {
  url: string
  tokenHash: string
  type: string
  redirectTo: string | null
} {
  const url = /https?:\/\/\S+\/#confirm\?\S+/.exec(mail.text ?? '')?.[0]
  if (url === undefined) throw new Error('The mail holds no link.')
  const parameters = new URLSearchParams(url.slice(url.indexOf('?')))
  return {
    url,
    tokenHash: parameters.get('token_hash') ?? '',
    type: parameters.get('type') ?? '',
    redirectTo: parameters.get('redirect_to'),
  }
}

/** Returns an array to which every later auth event of the client is appended. */
export function recordAuthEvents(client: SupabaseClient): string[] {
  const events: string[] = []
  client.auth.onAuthStateChange((event) => void events.push(event))
  return events
}
