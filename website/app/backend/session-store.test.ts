import { beforeEach, expect, test, vi } from 'vitest'

const LOADING = { loading: true, session: null, isSignedIn: false }

/**
 * Re-imports the session store, which keeps its state in module variables, so that each test starts with the state of a newly loaded page.
 */
async function aPage() {
  vi.resetModules()
  return import('./session-store.ts')
}

beforeEach(() => {
  vi.restoreAllMocks()
})

test('the initial session state is loading, in the browser and in the prerendered page', {
  tags: ['R4.24'],
}, async () => {
  const store = await aPage()
  expect(store.getCurrentSession()).toEqual(LOADING)
  expect(store.getInitialSession()).toEqual(LOADING)
})

test('setSession ends the loading state and notifies listeners until they unsubscribe', {
  tags: ['R4.24'],
}, async () => {
  const store = await aPage()
  const listener = vi.fn()
  const stop = store.onSessionChange(listener)
  store.setSession(null)
  expect(store.getCurrentSession()).toEqual({ loading: false, session: null, isSignedIn: false })
  expect(store.getInitialSession().loading).toBe(true)
  stop()
  store.setSession(null)
  expect(listener).toHaveBeenCalledTimes(1)
})
