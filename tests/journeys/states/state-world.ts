import { createClient, type Session } from '@supabase/supabase-js'
import type { TestBackend } from '../../support/start-backend.ts'
import { type AccountHolder, createAccount, generateTotpCode } from '../account-dialog.ts'

/** Accounts for the states that need an account. Each account is created once, on first use. */
export type SiteStateAccounts = {
  /** Returns an account with a session. */
  member(): Promise<AccountHolder & { session: Session }>
  /** Returns an account with an authenticator app and a session without the second factor (aal1). */
  aal1Member(): Promise<AccountHolder & { session: Session }>
}

const worlds = new WeakMap<TestBackend, SiteStateAccounts>()

/** Returns the test accounts of a backend. All callers share them. */
export function getSiteStateAccounts(backend: TestBackend): SiteStateAccounts {
  const world = worlds.get(backend) ?? newWorld(backend)
  worlds.set(backend, world)
  return world
}

function newWorld(backend: TestBackend): SiteStateAccounts {
  const member = once(async () => {
    const person = await createAccount(backend)
    return { ...person, session: await sessionOf(backend, person) }
  })
  const aal1Member = once(async () => {
    const person = await createAccount(backend)
    await addApp(backend, person)
    return { ...person, session: await sessionOf(backend, person) }
  })
  return { member, aal1Member }
}

async function sessionOf(backend: TestBackend, person: AccountHolder): Promise<Session> {
  const { data, error } = await backend.client().auth.signInWithPassword(person)
  if (error) throw error
  return data.session
}

async function addApp(backend: TestBackend, person: AccountHolder): Promise<void> {
  const options = { auth: { persistSession: false, autoRefreshToken: false, storageKey: crypto.randomUUID() } }
  const { auth } = createClient(backend.url, backend.publishableKey, options)
  await auth.signInWithPassword(person)
  const { data, error } = await auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
  if (error) throw error
  const proof = await auth.mfa.challengeAndVerify({ factorId: data.id, code: generateTotpCode(data.totp.secret) })
  if (proof.error) throw proof.error
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}
