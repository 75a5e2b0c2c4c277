import { beforeEach, expect, test, vi } from 'vitest'

type Listener = (event: string, session: unknown) => void

let say: Listener = () => {}

/** A page of its own, whose store follows what the test says. */
async function aPage() {
  vi.resetModules()
  const store = await import('./session-store.ts')
  const { followSession } = await import('./follow-session.ts')
  Reflect.apply(followSession, null, [{ onAuthStateChange: (listener: Listener) => void (say = listener) }])
  return store
}

/** A session as it is stored, with an access token of this assurance level. */
function session(aal: string, factors: readonly { status: string }[] = []) {
  const claims = Buffer.from(JSON.stringify({ aal })).toString('base64url')
  return { access_token: `e30.${claims}.c2ln`, user: { factors } }
}

beforeEach(() => {
  vi.restoreAllMocks()
})

test("supabase-js's events are followed, sign-in and sign-out alike", async () => {
  const store = await aPage()
  expect(store.currentSession().loading).toBe(true)
  for (const [event, told] of [
    ['INITIAL_SESSION', null],
    ['SIGNED_IN', session('aal1')],
    ['TOKEN_REFRESHED', session('aal1')],
    ['USER_UPDATED', session('aal1')],
    ['MFA_CHALLENGE_VERIFIED', session('aal2')],
    ['PASSWORD_RECOVERY', session('aal1')],
    ['SIGNED_OUT', null],
  ] as const) {
    say(event, told)
    expect(store.currentSession()).toEqual({ loading: false, session: told, isSignedIn: told !== null })
  }
})

test('who still lacks the second step has a session and is not signed in', async () => {
  const store = await aPage()
  const factors = [{ status: 'verified' }]
  say('SIGNED_IN', session('aal1', factors))
  expect(store.currentSession()).toMatchObject({ session: { user: { factors } }, isSignedIn: false })
  say('MFA_CHALLENGE_VERIFIED', session('aal2', factors))
  expect(store.currentSession()).toMatchObject({ isSignedIn: true })
})

test('a way back to a lost password is told to who asked for it, once the session is known', async () => {
  const store = await aPage()
  const told = vi.fn(() => expect(store.currentSession().session).not.toBeNull())
  store.onRecovery(told)
  say('SIGNED_IN', session('aal1'))
  expect(told).not.toHaveBeenCalled()
  say('PASSWORD_RECOVERY', session('aal1'))
  expect(told).toHaveBeenCalledOnce()
})
