import { beforeEach, expect, test, vi } from 'vitest'

type Listener = (event: string, session: unknown) => void

/** The store is one for a page: each test gets a page of its own. */
async function aPage() {
  vi.resetModules()
  return import('./session-store.ts')
}

beforeEach(() => {
  vi.restoreAllMocks()
})

test('a page begins without knowing who is there, and so does its prerendered form', async () => {
  const store = await aPage()
  expect(store.currentSession()).toEqual({ loading: true, session: null })
  expect(store.sessionBeforeLoad()).toEqual({ loading: true, session: null })
})

test('the first answer ends the loading, and every answer is told', async () => {
  const store = await aPage()
  const told = vi.fn()
  const stop = store.onSessionChange(told)
  store.setSession(null)
  expect(store.currentSession()).toEqual({ loading: false, session: null })
  expect(store.sessionBeforeLoad().loading).toBe(true)
  stop()
  store.setSession(null)
  expect(told).toHaveBeenCalledTimes(1)
})

test("supabase-js's events are followed, sign-in and sign-out alike", async () => {
  const store = await aPage()
  let say: Listener = () => {}
  const auth = { onAuthStateChange: (listener: Listener) => void (say = listener) }
  Reflect.apply(store.followSession, null, [auth])
  expect(store.currentSession().loading).toBe(true)
  for (const [event, session] of [
    ['INITIAL_SESSION', null],
    ['SIGNED_IN', { access_token: 'a' }],
    ['TOKEN_REFRESHED', { access_token: 'b' }],
    ['USER_UPDATED', { access_token: 'b' }],
    ['MFA_CHALLENGE_VERIFIED', { access_token: 'c' }],
    ['PASSWORD_RECOVERY', { access_token: 'd' }],
    ['SIGNED_OUT', null],
  ] as const) {
    say(event, session)
    expect(store.currentSession()).toEqual({ loading: false, session })
  }
})

test('a way back to a lost password is told to who asked for it, once the session is known', async () => {
  const store = await aPage()
  let say: Listener = () => {}
  Reflect.apply(store.followSession, null, [{ onAuthStateChange: (listener: Listener) => void (say = listener) }])
  const told = vi.fn(() => expect(store.currentSession().session).not.toBeNull())
  store.onRecovery(told)
  say('SIGNED_IN', { access_token: 'a' })
  expect(told).not.toHaveBeenCalled()
  say('PASSWORD_RECOVERY', { access_token: 'a' })
  expect(told).toHaveBeenCalledOnce()
})
