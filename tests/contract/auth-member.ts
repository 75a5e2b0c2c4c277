import type { Session, SupabaseClient, User } from '@supabase/supabase-js'
import { expect } from 'vitest'
import { aVisitor } from '../support/a-visitor.ts'
import { mailFor, type ReceivedMail } from '../support/mail-box.ts'
import type { Backend } from '../support/start-backend.ts'
import type { Parsed } from './auth-call.ts'

/** Somebody with a confirmed account, signed in: their client library, and what the tests must know of them. */
export type Member = {
  email: string
  password: string
  client: SupabaseClient
  user: User
  session: Session
}

/** A password that nobody else has and no list knows. */
export function aPassword(): string {
  return `pass phrase ${crypto.randomUUID()}`
}

/** Makes an account, as an operator would, and signs in to it. */
export async function aMember(backend: Backend): Promise<Member> {
  const { name, email } = aVisitor()
  const password = aPassword()
  const made = await backend
    .secretClient()
    .auth.admin.createUser({ email, password, email_confirm: true, user_metadata: { name } })
  expect(made.error).toBeNull()
  return { email, password, ...(await signIn(backend, { email, password })) }
}

/** Signs in once more, as on another device. */
export async function signIn(backend: Backend, credentials: { email: string; password: string }) {
  const client = backend.client()
  const { data, error } = await client.auth.signInWithPassword(credentials)
  expect(error).toBeNull()
  if (data.session === null || data.user === null) throw new Error('The sign-in answered no session.')
  return { client, user: data.user, session: data.session }
}

/** The claims that an access token carries. Its signature is not looked at. */
export function claimsOf(token: string | undefined): Parsed {
  return JSON.parse(Buffer.from(token?.split('.')[1] ?? '', 'base64url').toString('utf8'))
}

/** The newest mail to an address, waiting until there are `count`. */
export async function newestMail(backend: Backend, email: string, count = 1): Promise<ReceivedMail> {
  const mail = (await mailFor(backend, email, { count })).at(-1)
  if (mail === undefined) throw new Error(`${email} got no mail.`)
  return mail
}

/** The first six digits of a mail's text: the code, whatever else is in it. */
export function codeIn(mail: ReceivedMail): string {
  const code = /\d{6}/.exec(mail.text ?? '')?.[0]
  if (code === undefined) throw new Error('The mail holds no code.')
  return code
}

/** What the link in a mail leads to: the parameters of the site's confirm page. */
export function linkIn(mail: ReceivedMail): {
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

/** What the client library tells its page from now on, in order. */
export function eventsOf(client: SupabaseClient): string[] {
  const heard: string[] = []
  client.auth.onAuthStateChange((event) => void heard.push(event))
  return heard
}
