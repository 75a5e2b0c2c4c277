import { beforeEach, expect, test, vi } from 'vitest'

const LOADING = { loading: true, session: null, isSignedIn: false }

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
  expect(store.currentSession()).toEqual(LOADING)
  expect(store.sessionBeforeLoad()).toEqual(LOADING)
})

test('the first answer ends the loading, and every answer is told', async () => {
  const store = await aPage()
  const told = vi.fn()
  const stop = store.onSessionChange(told)
  store.setSession(null)
  expect(store.currentSession()).toEqual({ loading: false, session: null, isSignedIn: false })
  expect(store.sessionBeforeLoad().loading).toBe(true)
  stop()
  store.setSession(null)
  expect(told).toHaveBeenCalledTimes(1)
})
