import * as v from 'valibot'
import { type Signup, signupSchema } from '../rows.ts'
import { ask, type Site } from '../site.ts'

/** Which sign-ups are wanted. */
export type SignupFilter = { since: string | null; until: string | null; paid: boolean; flagged: boolean }

const PAGE = 500

/**
 * Sign-ups, newest or oldest first, read page by page as they are taken. Each page begins where the last one ended, so
 * that somebody who signs up meanwhile moves nobody to a page twice.
 */
export async function* signupsInOrder(
  site: Site,
  filter: SignupFilter,
  { ascending, most }: { ascending: boolean; most: number },
): AsyncGenerator<Signup> {
  let last: Signup | null = null
  let left = most
  while (left > 0) {
    const size = Math.min(PAGE, left)
    const page: Signup[] = await ask(site, v.array(signupSchema), pageAfter(site, filter, last, ascending).limit(size))
    yield* page
    left -= page.length
    last = page.at(-1) ?? null
    if (page.length < size) return
  }
}

/** In the order of the index on time and id: a page begins where the last one ended and is never sorted. */
function pageAfter(site: Site, { since, until, paid, flagged }: SignupFilter, last: Signup | null, ascending: boolean) {
  let query = site.client
    .from('early_access_users')
    .select('*')
    .order('created_at', { ascending })
    .order('id', { ascending: !ascending })
  if (since !== null) query = query.gte('created_at', since)
  if (until !== null) query = query.lt('created_at', until)
  if (paid) query = query.is('is_paid', true)
  if (flagged) query = query.not('flag_reason', 'is', null)
  if (last === null) return query
  const { created_at: at, id } = last
  // The bound says the same as the first half of the condition, in a form that an index can begin at.
  query = ascending ? query.gte('created_at', at) : query.lte('created_at', at)
  const [later, further] = ascending ? ['gt', 'lt'] : ['lt', 'gt']
  return query.or(`created_at.${later}."${at}",and(created_at.eq."${at}",id.${further}.${id})`)
}
