import type { Session, SupabaseClient, User } from '@supabase/supabase-js'
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

/** Creates a confirmed account through the admin API and signs in to it. */
export async function createMember(backend: TestBackend): Promise<SignedInMember> {
  const { name, email } = createTestVisitor()
  const password = createRandomPassword()
  const made = await backend
    .secretClient()
    .auth.admin.createUser({ email, password, email_confirm: true, user_metadata: { name } })
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
