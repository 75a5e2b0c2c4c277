import type { AuthError } from '@supabase/supabase-js'
import * as v from 'valibot'
import { Failure } from '../failures.ts'
import { checked, failureOf, type Site } from '../site.ts'

const PAGE = 1000
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const accountSchema = v.object({
  id: v.string(),
  email: v.nullish(v.string()),
  phone: v.nullish(v.string()),
  created_at: v.string(),
  updated_at: v.string(),
  new_email: v.nullish(v.string()),
  email_change_sent_at: v.nullish(v.string()),
  last_sign_in_at: v.nullish(v.string()),
  email_confirmed_at: v.nullish(v.string()),
  invited_at: v.nullish(v.string()),
  banned_until: v.nullish(v.string()),
})
/** An account, as far as operators look at it. */
export type Account = v.InferOutput<typeof accountSchema>

/** What the auth service answers, without its error. */
export function answered<A extends { data: unknown; error: AuthError | null }>(
  site: Site,
  answer: A,
): Extract<A, { error: null }>['data'] {
  if (answer.error) throw failureOf(site, answer.error)
  return answer.data
}

/** Checks one account. */
export function asAccount(user: unknown): Account {
  return checked(accountSchema, user)
}

/** Every account, newest first, page by page as they are taken. */
export async function* allAccounts(site: Site, perPage = PAGE): AsyncGenerator<Account> {
  for (let page = 1; ; page++) {
    const { users } = answered(site, await site.client.auth.admin.listUsers({ page, perPage }))
    for (const user of users) yield asAccount(user)
    if (users.length < perPage) return
  }
}

/**
 * The account with this address or id, or null. Addresses are looked for in the pages: the auth service takes them only in
 * the URL, where a log might keep them.
 */
export async function findAccount(site: Site, who: string): Promise<Account | null> {
  if (UUID.test(who)) {
    const answer = await site.client.auth.admin.getUserById(who)
    return answer.error?.code === 'user_not_found' ? null : asAccount(answered(site, answer).user)
  }
  const address = who.trim().toLowerCase()
  for await (const account of allAccounts(site)) if (account.email?.toLowerCase() === address) return account
  return null
}

/** The same, refused when there is none. */
export async function requireAccount(site: Site, who: string): Promise<Account> {
  const account = await findAccount(site, who)
  if (account === null) throw new Failure('not_found', `Nobody has an account as ${who}.`)
  return account
}

/** Accounts of others whose owner has asked for this address as their new one, and has not confirmed it. */
export async function findPendingFor(site: Site, address: string): Promise<Account[]> {
  const pending: Account[] = []
  for await (const account of allAccounts(site)) if (account.new_email?.toLowerCase() === address) pending.push(account)
  return pending
}

const ownerSchema = v.object({
  created_at: v.string(),
  identities: v.nullish(v.array(v.object({ provider: v.string(), updated_at: v.nullish(v.string()) }))),
})

/** Since when an account has its address: since it was made, or since its last change of address. A sign-in changes nothing. */
export async function hasAddressSince(site: Site, { id }: Account): Promise<string> {
  const user = answered(site, await site.client.auth.admin.getUserById(id)).user
  const { created_at, identities } = checked(ownerSchema, user)
  const moved = identities?.find(({ provider }) => provider === 'email')?.updated_at
  return moved != null && Date.parse(moved) > Date.parse(created_at) ? moved : created_at
}

/** An account keeps the address it has: an operator's word on it ends a change that was under way. */
export async function endChange(site: Site, { id, email, email_confirmed_at }: Account): Promise<void> {
  // Where there is none to name, our own server ends it once the person is erased.
  if (!email) return
  answered(site, await site.client.auth.admin.updateUserById(id, { email, email_confirm: email_confirmed_at != null }))
}

/** Whether an account may not sign in at this moment. */
export function isBanned({ banned_until }: Account): boolean {
  return banned_until != null && new Date(banned_until).getTime() > Date.now()
}

/** How an account is named to people. */
export function nameOf({ email, phone, id }: Account): string {
  return email || phone || id
}
