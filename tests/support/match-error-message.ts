import { expect } from 'vitest'
import { findTargetBackend } from './target.ts'

/**
 * Returns the expected message of an error, for use in an assertion. When the tests run against another backend (`npm run
 * rehearse -- target`), returns a matcher for any string or null instead: the messages of Supabase's services may differ from ours, and
 * clients distinguish errors by code. Messages of our migrations and of PostgreSQL are equal on every backend, so compare those
 * without this function.
 */
export function matchErrorMessage<Expected>(sentence: Expected): Expected {
  return findTargetBackend() === null
    ? sentence
    : expect.toSatisfy((found) => found === null || typeof found === 'string')
}
