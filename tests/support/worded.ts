import { expect } from 'vitest'
import { targetBackend } from './target.ts'

/**
 * Returns a sentence of this server as a test expects it. On a target (`npm run check-target`) any text or null matches:
 * Supabase's services may word the same refusal differently, and clients decide by its code. Sentences of the migrations and of
 * PostgreSQL are the same everywhere and are compared as they are.
 */
export function worded<Expected>(sentence: Expected): Expected {
  return targetBackend() === null ? sentence : expect.toSatisfy((found) => found === null || typeof found === 'string')
}
