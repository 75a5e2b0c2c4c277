import { expect } from 'vitest'
import { targetBackend } from './target.ts'

/**
 * Returns the expected message of an error, for use in an assertion. Against another backend (`npm run check-target`) it returns a matcher for
 * any string or null: Supabase's services may word the same error differently, and clients distinguish errors by code. Messages of our
 * migrations and of PostgreSQL are the same on every backend: compare those without this function.
 */
export function worded<Expected>(sentence: Expected): Expected {
  return targetBackend() === null ? sentence : expect.toSatisfy((found) => found === null || typeof found === 'string')
}
