import { parseEmailAddress } from '@site/contract/email'
import { toAsciiLowerCase } from '@site/contract/text'
import type { AuthError } from '@supabase/supabase-js'
import * as v from 'valibot'
import { CommandFailure } from '../failures.ts'
import { accountSchema } from '../rows.ts'
import { callRpc, type SiteClient, toCommandFailure, validateResponse } from '../site.ts'
import { fetchFromSite } from '../site-fetch.ts'

const PAGE = 1000
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The fields of a user account that this program uses. */
export type AdminAccount = v.InferOutput<typeof accountSchema>

/** Returns the data of an auth service response. Throws a CommandFailure when the response is an error. */
export function unwrapAuthResponse<A extends { data: unknown; error: AuthError | null }>(
  site: SiteClient,
  response: A,
): Extract<A, { error: null }>['data'] {
  if (response.error) throw toCommandFailure(site, response.error)
  return response.data
}

/** Validates an account from the auth service. */
export function parseAccount(user: unknown): AdminAccount {
  return validateResponse(accountSchema, user)
}

/** Yields all user accounts, newest first, and requests the pages lazily. */
export async function* listAllAccounts(site: SiteClient, perPage = PAGE): AsyncGenerator<AdminAccount> {
  for (let page = 1; ; page++) {
    const { users } = unwrapAuthResponse(site, await site.client.auth.admin.listUsers({ page, perPage }))
    for (const user of users) yield parseAccount(user)
    if (users.length < perPage) return
  }
}

/**
 * Finds an account by email address or id. Returns null when there is none. The auth service takes its filter from the URL, which access
 * logs record. The filter is therefore only a fragment of the address, and the accounts in the response are compared with the whole
 * address.
 */
export async function findAccount(site: SiteClient, who: string): Promise<AdminAccount | null> {
  if (UUID.test(who)) {
    const response = await site.client.auth.admin.getUserById(who)
    return response.error?.code === 'user_not_found' ? null : parseAccount(unwrapAuthResponse(site, response).user)
  }
  const address = parseEmailAddress(who) ?? toAsciiLowerCase(who.trim()) // an imported account may have an address that this site rejects
  if (!address.includes('@')) return null
  const fragment = getAddressFragment(address)
  for (let page = 1; ; page++) {
    const users = await requestFilteredPage(site, fragment, page)
    const account = users.map(parseAccount).find(({ email }) => toAsciiLowerCase(email ?? '') === address)
    if (account !== undefined) return account
    if (users.length < PAGE) return null
  }
}

/**
 * Returns the characters around the `@` of an address, at most three before it and one after it, and never the whole part before it:
 * `ace@e` for ada.lovelace@example.com. So short a fragment does not identify a person in an access log, but matches few accounts.
 */
export function getAddressFragment(address: string): string {
  const at = address.lastIndexOf('@')
  return address.slice(at - Math.min(3, Math.floor(at / 2)), at + 2)
}

/** Requests a page of the accounts whose address or name contains `filter`. supabase-js has no parameter for this filter. */
async function requestFilteredPage(site: SiteClient, filter: string, page: number): Promise<unknown[]> {
  const url = new URL(`${site.url}/auth/v1/admin/users`)
  url.search = new URLSearchParams({ page: String(page), per_page: String(PAGE), filter }).toString()
  const headers = { apikey: site.key, authorization: `Bearer ${site.key}` }
  const response = await fetchFromSite(url, { headers }).catch((cause: unknown) => {
    throw toCommandFailure(site, { message: cause instanceof Error ? cause.message : String(cause) })
  })
  const body: unknown = await response.json().catch(() => null)
  if (response.ok) return validateResponse(pageSchema, body).users
  throw toCommandFailure(site, v.parse(authErrorSchema, body))
}

const pageSchema = v.object({ users: v.array(v.unknown()) })
const authErrorSchema = v.fallback(
  v.pipe(
    v.object({ msg: v.string(), error_code: v.optional(v.string()) }),
    v.transform(({ msg, error_code }) => ({ message: msg, code: error_code })),
  ),
  { message: 'The auth service gave an unexpected answer', code: undefined },
)

/** Like `findAccount`, but throws a `not_found` CommandFailure when there is no account. */
export async function requireAccount(site: SiteClient, who: string): Promise<AdminAccount> {
  const account = await findAccount(site, who)
  if (account === null) throw new CommandFailure('not_found', `There is no account for ${who}.`)
  return account
}

/**
 * Finds the accounts whose pending email change is to the given address. The auth service cannot filter by it, so a database function finds
 * their ids. It gets the address in the body of the request, because access logs record URLs.
 */
export async function findAccountsChangingTo(site: SiteClient, address: string): Promise<AdminAccount[]> {
  const ids = await callRpc(site, v.array(v.pipe(v.string(), v.uuid())), 'find_address_changes', { email: address })
  const pending: AdminAccount[] = []
  for (const id of ids) {
    const account = await findAccount(site, id)
    if (account !== null) pending.push(account)
  }
  return pending
}

const ownerSchema = v.object({
  created_at: v.string(),
  identities: v.nullish(v.array(v.object({ provider: v.string(), updated_at: v.nullish(v.string()) }))),
})

/** Returns the time at which the account got its current email address: the time of its last email change, or of its creation. */
export async function findAddressChangeTime(site: SiteClient, { id }: AdminAccount): Promise<string> {
  const user = unwrapAuthResponse(site, await site.client.auth.admin.getUserById(id)).user
  const { created_at, identities } = validateResponse(ownerSchema, user)
  const moved = identities?.find(({ provider }) => provider === 'email')?.updated_at
  return moved != null && Date.parse(moved) > Date.parse(created_at) ? moved : created_at
}

/** Cancels a pending email change. The auth service drops the pending change when an operator sets the account's current address again. */
export async function cancelEmailChange(
  site: SiteClient,
  { id, email, email_confirmed_at }: AdminAccount,
): Promise<void> {
  // An account without an email address has no address to set again. The self-contained server cancels its pending email change when the
  // person is erased.
  if (!email) return
  unwrapAuthResponse(
    site,
    await site.client.auth.admin.updateUserById(id, { email, email_confirm: email_confirmed_at != null }),
  )
}

/** Returns whether the account is banned at this moment. */
export function isAccountBanned({ banned_until }: AdminAccount): boolean {
  return banned_until != null && new Date(banned_until).getTime() > Date.now()
}

/** Returns the account's label for the terminal: email address, otherwise phone number, otherwise id. */
export function formatAccountLabel({ email, phone, id }: AdminAccount): string {
  return email || phone || id
}
