import type { Session } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { readSessionUser } from './session.ts'

const session: Session = {
  access_token: 'access',
  refresh_token: 'refresh',
  token_type: 'bearer',
  expires_in: 3600,
  user: {
    id: '1',
    aud: 'authenticated',
    created_at: '2026-11-21T09:00:00Z',
    app_metadata: {},
    user_metadata: { name: 'Jürgen Größe ÿ' },
    email: 'mara@example.com',
  },
}

test('readSessionUser returns the name and email address of a session, or empty strings without a session', () => {
  expect(readSessionUser(session)).toEqual({ name: 'Jürgen Größe ÿ', email: 'mara@example.com' })
  expect(readSessionUser(null)).toEqual({ name: '', email: '' })
})
