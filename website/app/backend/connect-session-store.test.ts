import { beforeEach, expect, test, vi } from 'vitest'

type Listener = (event: string, session: unknown) => void

let emit: Listener = () => {}

/** Imports a fresh copy of the session store module and subscribes it to auth events that the test emits. */
async function aPage() {
  vi.resetModules()
  const store = await import('./session-store.ts')
  const { connectSessionStore } = await import('./connect-session-store.ts')
  Reflect.apply(connectSessionStore, null, [{ onAuthStateChange: (listener: Listener) => void (emit = listener) }])
  return store
}

/** Returns a stored session whose access token has the given assurance level. */
function session(aal: string, factors: readonly { status: string }[] = []) {
  const claims = Buffer.from(JSON.stringify({ aal })).toString('base64url')
  return { access_token: `e30.${claims}.c2ln`, user: { factors } }
}

beforeEach(() => {
  vi.restoreAllMocks()
})

test('the session store is updated on every supabase-js auth event', { tags: ['R4.25', 'R4.27', 'R6.1'] }, async () => {
  const store = await aPage()
  expect(store.getCurrentSession().loading).toBe(true)
  for (const [event, next] of [
    ['INITIAL_SESSION', null],
    ['SIGNED_IN', session('aal1')],
    ['TOKEN_REFRESHED', session('aal1')],
    ['USER_UPDATED', session('aal1')],
    ['MFA_CHALLENGE_VERIFIED', session('aal2')],
    ['PASSWORD_RECOVERY', session('aal1')],
    ['SIGNED_OUT', null],
  ] as const) {
    emit(event, next)
    expect(store.getCurrentSession()).toEqual({ loading: false, session: next, isSignedIn: next !== null })
  }
})

test('a session with a pending second factor does not count as signed in until MFA_CHALLENGE_VERIFIED', async () => {
  const store = await aPage()
  const factors = [{ status: 'verified' }]
  emit('SIGNED_IN', session('aal1', factors))
  expect(store.getCurrentSession()).toMatchObject({ session: { user: { factors } }, isSignedIn: false })
  emit('MFA_CHALLENGE_VERIFIED', session('aal2', factors))
  expect(store.getCurrentSession()).toMatchObject({ isSignedIn: true })
})

test('the PASSWORD_RECOVERY auth event calls the recovery listener after the session is stored', {
  tags: ['R4.27'],
}, async () => {
  const store = await aPage()
  const listener = vi.fn(() => expect(store.getCurrentSession().session).not.toBeNull())
  store.onPasswordRecovery(listener)
  emit('SIGNED_IN', session('aal1'))
  expect(listener).not.toHaveBeenCalled()
  emit('PASSWORD_RECOVERY', session('aal1'))
  expect(listener).toHaveBeenCalledOnce()
})
