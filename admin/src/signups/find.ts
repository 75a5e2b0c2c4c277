import * as v from 'valibot'
import { parseIdPrefix, requireSingleMatch } from '../options.ts'
import { type Signup, signupRowSchema } from '../rows.ts'
import { awaitQueryResult, type SiteClient } from '../site.ts'

/** Finds the sign-up whose id begins with the given prefix. Throws a CommandFailure when no sign-up or more than one matches. */
export async function findSignup(site: SiteClient, id: string): Promise<Signup> {
  const { from, to } = parseIdPrefix(id)
  const rows = await awaitQueryResult(
    site,
    v.array(signupRowSchema),
    site.client.from('early_access_users').select('*').gte('id', from).lte('id', to).limit(2),
  )
  return requireSingleMatch(rows, id, 'sign-up')
}
