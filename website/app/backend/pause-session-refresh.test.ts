import type { Session } from '@supabase/supabase-js'
import { afterEach, expect, test, vi } from 'vitest'
import { loadSupabaseClient } from './client.ts'
import { pauseSessionRefresh } from './pause-session-refresh.ts'
import { setSession } from './session-store.ts'

const calls: string[] = []
const auth = {
  stopAutoRefresh: () => void calls.push('stop'),
  startAutoRefresh: () => void calls.push('start'),
}

vi.mock('./client.ts', () => ({ loadSupabaseClient: vi.fn(() => Promise.resolve({ auth })) }))

const session: Session = {
  access_token: 'token',
  refresh_token: 'token',
  expires_in: 3600,
  token_type: 'bearer',
  user: { id: '1', aud: 'authenticated', app_metadata: {}, user_metadata: {}, created_at: '2026-01-01T00:00:00Z' },
}

afterEach(() => {
  calls.length = 0
  setSession(null)
  vi.mocked(loadSupabaseClient).mockClear()
})

test('pauseSessionRefresh stops the token refresh of a signed-in visitor and starts it again at the end', async () => {
  setSession(session, true)
  const resume = pauseSessionRefresh()
  await Promise.resolve()
  expect(calls).toEqual(['stop'])
  resume()
  await Promise.resolve()
  expect(calls).toEqual(['stop', 'start'])
})

test('pauseSessionRefresh stops the token refresh of a visitor who signs in during the pause, once', async () => {
  const resume = pauseSessionRefresh()
  setSession(session, true)
  setSession(session, true)
  await Promise.resolve()
  expect(calls).toEqual(['stop'])
  resume()
})

test('pauseSessionRefresh does not load supabase-js for a visitor without a session', () => {
  pauseSessionRefresh()()
  expect(loadSupabaseClient).not.toHaveBeenCalled()
})
