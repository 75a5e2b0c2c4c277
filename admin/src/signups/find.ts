import { findById } from '../find-by-id.ts'
import { type Signup, signupRowSchema } from '../rows.ts'
import type { SiteClient } from '../site.ts'

/** Finds the sign-up whose id begins with the given prefix. Throws a CommandFailure when no sign-up or more than one matches. */
export function findSignup(site: SiteClient, id: string): Promise<Signup> {
  return findById(site, id, { table: 'early_access_users', schema: signupRowSchema, noun: 'sign-up' })
}
