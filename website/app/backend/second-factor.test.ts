import type { Factor, Session } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { needsSecondFactor } from './second-factor.ts'

const at = '2026-11-21T09:00:00Z'

function factor(status: 'verified' | 'unverified'): Factor {
  return { id: '1', factor_type: 'totp', status, created_at: at, updated_at: at }
}

function session(claims: object, factors?: Factor[]): Session {
  const part = (content: object) => Buffer.from(JSON.stringify(content)).toString('base64url')
  return {
    access_token: `${part({ alg: 'ES256' })}.${part(claims)}.c2ln`,
    refresh_token: 'refresh',
    token_type: 'bearer',
    expires_in: 3600,
    user: {
      id: '1',
      aud: 'authenticated',
      created_at: at,
      app_metadata: {},
      user_metadata: {},
      ...(factors && { factors }),
    },
  }
}

test('needsSecondFactor returns true for an aal1 session of an account with a verified factor', {
  tags: ['R3.17'],
}, () => {
  expect(needsSecondFactor(session({ aal: 'aal1' }, [factor('verified')]))).toBe(true)
  expect(
    needsSecondFactor(
      session({ aal: 'aal1', name: 'Jürgen ÿ?>~~~ þþþ ???' }, [factor('unverified'), factor('verified')]),
    ),
  ).toBe(true)
})

test('needsSecondFactor returns false without a session, at level aal2, and without verified factors', () => {
  expect(needsSecondFactor(null)).toBe(false)
  expect(needsSecondFactor(session({ aal: 'aal2' }, [factor('verified')]))).toBe(false)
  expect(needsSecondFactor(session({ aal: 'aal1' }))).toBe(false)
  expect(needsSecondFactor(session({ aal: 'aal1' }, []))).toBe(false)
  expect(needsSecondFactor(session({ aal: 'aal1' }, [factor('unverified')]))).toBe(false)
})

test('needsSecondFactor returns false for a session with a malformed access token', () => {
  const claims = ['7', 'null', '"aal1"', '[]', '{}'].map((text) => `a.${Buffer.from(text).toString('base64url')}.c`)
  for (const token of [...claims, '', 'a', 'a.b.c', 'a.e30.c', `a.${Buffer.from('7').toString('base64url')}.c`]) {
    expect(needsSecondFactor({ ...session({}, [factor('verified')]), access_token: token })).toBe(false)
  }
})
