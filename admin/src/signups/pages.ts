import * as v from 'valibot'
import { type Signup, signupRowSchema } from '../rows.ts'
import { awaitQueryResult, type SiteClient } from '../site.ts'

/** A filter for sign-ups. Times are ISO strings: `since` is inclusive, `until` is exclusive. Null means no bound, and any or no wave. */
export type SignupFilter = {
  since: string | null
  until: string | null
  paid: boolean
  flagged: boolean
  wave: string | null
}

const PAGE = 500

/**
 * Yields at most `most` sign-ups in order of creation and requests the pages lazily. Uses keyset pagination: with OFFSET, a sign-up
 * inserted during the export would shift the later pages and repeat a row.
 */
export async function* iterateSignups(
  site: SiteClient,
  filter: SignupFilter,
  { ascending, most }: { ascending: boolean; most: number },
): AsyncGenerator<Signup> {
  let last: Signup | null = null
  let left = most
  while (left > 0) {
    const size = Math.min(PAGE, left)
    const page: Signup[] = await awaitQueryResult(
      site,
      v.array(signupRowSchema),
      pageAfter(site, filter, last, ascending).limit(size),
    )
    yield* page
    left -= page.length
    last = page.at(-1) ?? null
    if (page.length < size) return
  }
}

/** Selects the page of sign-ups after `last` in the order of the index on (created_at, id), so that PostgreSQL does not have to sort. */
function pageAfter(
  site: SiteClient,
  { since, until, paid, flagged, wave }: SignupFilter,
  last: Signup | null,
  ascending: boolean,
) {
  let query = site.client
    .from('early_access_users')
    .select('*')
    .order('created_at', { ascending })
    .order('id', { ascending: !ascending })
  if (since !== null) query = query.gte('created_at', since)
  if (until !== null) query = query.lt('created_at', until)
  if (paid) query = query.is('is_paid', true)
  if (flagged) query = query.not('flag_reason', 'is', null)
  if (wave !== null) query = query.eq('wave', wave)
  if (last === null) return query
  const { created_at: at, id } = last
  // This condition is redundant with the OR condition below, but PostgreSQL can use only this form as the start of an index scan.
  query = ascending ? query.gte('created_at', at) : query.lte('created_at', at)
  const [later, further] = ascending ? ['gt', 'lt'] : ['lt', 'gt']
  return query.or(`created_at.${later}."${at}",and(created_at.eq."${at}",id.${further}.${id})`)
}
