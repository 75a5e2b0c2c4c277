import { createClient, type Session } from '@supabase/supabase-js'
import type { Backend } from '../../support/start-backend.ts'
import { aMember, codeOfApp, type Member } from '../account-dialog.ts'

/** What states that need somebody with an account draw on; both are made once, when they are first asked for. */
export type StateWorld = {
  /** Somebody signed in with a password. */
  member(): Promise<Member & { session: Session }>
  /** Somebody with an authenticator app who has not given its code yet. */
  halfwayIn(): Promise<Member & { session: Session }>
}

const worlds = new WeakMap<Backend, StateWorld>()

/** The people of a backend, the same for whoever asks. */
export function worldOf(backend: Backend): StateWorld {
  const world = worlds.get(backend) ?? newWorld(backend)
  worlds.set(backend, world)
  return world
}

function newWorld(backend: Backend): StateWorld {
  const member = once(async () => {
    const person = await aMember(backend)
    return { ...person, session: await sessionOf(backend, person) }
  })
  const halfwayIn = once(async () => {
    const person = await aMember(backend)
    await addApp(backend, person)
    return { ...person, session: await sessionOf(backend, person) }
  })
  return { member, halfwayIn }
}

async function sessionOf(backend: Backend, person: Member): Promise<Session> {
  const { data, error } = await backend.client().auth.signInWithPassword(person)
  if (error) throw error
  return data.session
}

async function addApp(backend: Backend, person: Member): Promise<void> {
  const options = { auth: { persistSession: false, autoRefreshToken: false, storageKey: crypto.randomUUID() } }
  const { auth } = createClient(backend.url, backend.publishableKey, options)
  await auth.signInWithPassword(person)
  const { data, error } = await auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
  if (error) throw error
  const proof = await auth.mfa.challengeAndVerify({ factorId: data.id, code: codeOfApp(data.totp.secret) })
  if (proof.error) throw proof.error
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}
