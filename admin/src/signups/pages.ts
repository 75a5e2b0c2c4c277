import * as v from 'valibot'
import { CommandFailure } from '../failures.ts'
import { findById } from '../find-by-id.ts'
import { type Signup, signupRowSchema } from '../rows.ts'
import { callRpc, type SiteClient } from '../site.ts'
import type { SignupSorting } from './choices.ts'
import type { SignupFilter } from './filter.ts'

/** Which sign-ups to read: the order, the row after which to begin, and the maximum number. */
export type SignupRange = { sorting: SignupSorting; after: SignupCursor | null; most: number }

const PAGE = 500

/**
 * Yields at most `most` sign-ups and requests the pages lazily. Uses keyset pagination: with OFFSET, a sign-up inserted during the export
 * would shift the later pages and repeat a row, and PostgreSQL would read all rows before the page.
 */
export async function* iterateSignups(
  site: SiteClient,
  filter: SignupFilter,
  { sorting, after, most }: SignupRange,
): AsyncGenerator<Signup> {
  let last = after
  let left = most
  while (left > 0) {
    const size = Math.min(PAGE, left)
    const page: Signup[] = await requestPage(site, filter, sorting, last, size)
    yield* page
    left -= page.length
    last = page.at(-1) ?? null
    if (page.length < size) return
  }
}

/** Requests a page from a database function, because its arguments are in the body: an address in the URL would get into access logs. */
function requestPage(
  site: SiteClient,
  { since, until, status, flagged, source, search, wave }: SignupFilter,
  sorting: SignupSorting,
  after: SignupCursor | null,
  most: number,
): Promise<Signup[]> {
  const wanted = {
    most,
    flagged,
    sorting: sorting.replace('-', '_'),
    ...(status === null ? {} : { status }),
    ...(source === null ? {} : { source }),
    ...(since === null ? {} : { since }),
    ...(until === null ? {} : { until }),
    ...(search === null ? {} : { search }),
    ...(wave === null ? {} : { wave }),
    ...(after === null ? {} : { after_created_at: after.created_at, after_id: after.id, after_email: after.email }),
  }
  return callRpc(site, v.array(signupRowSchema), 'page_signups', { wanted })
}

/** The cursor of keyset pagination: the last row of the previous page. */
export type SignupCursor = Pick<Signup, 'created_at' | 'id' | 'email'>

const CURSOR = /^(\d{4}-\d\d-\d\dT[\d:.+Z-]{8,24}) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}) (\S{1,254})$/

/**
 * Parses the option `--after`: time, id and address of the last row of the previous page, as --json prints them. The id alone would not do:
 * the row may have been erased since. Throws a `usage` CommandFailure for any other format.
 */
export function parseSignupCursor(text: string | undefined): SignupCursor | null {
  if (text === undefined) return null
  const [, created_at, id, email] = CURSOR.exec(text) ?? []
  if (created_at === undefined || id === undefined || email === undefined) {
    throw new CommandFailure(
      'usage',
      '--after is the time, the id and the address of a sign-up, as --json prints them.',
    )
  }
  return { created_at, id, email }
}

/** Finds the sign-up whose id begins with the given prefix. Throws a CommandFailure when no sign-up or more than one matches. */
export function findSignup(site: SiteClient, id: string): Promise<Signup> {
  return findById(site, id, { table: 'early_access_users', schema: signupRowSchema, noun: 'sign-up' })
}
