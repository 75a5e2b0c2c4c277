import { join } from 'node:path'
import * as v from 'valibot'
import { command } from '../command.ts'
import { ADD_YES, NOTHING_DONE, YES } from '../options.ts'
import { backupFolder } from '../settings.ts'
import { call, type Site } from '../site.ts'
import { type Account, allAccounts, answered, endChange, hasAddressSince } from '../users/accounts.ts'
import { counted } from '../view/text.ts'
import { BACKUPS } from './erase.ts'
import { ERASED_LIST, readErased } from './erased-list.ts'

const erasedSchema = v.object({ signups: v.number(), messages: v.number(), mails: v.number() })
const AT_ONCE = 1000

/** `privacy erase-again`. */
export const eraseAgain = command({
  summary: 'after another tool restored a backup: erase again who was erased since',
  options: { ...BACKUPS, ...YES },
  examples: ['privacy erase-again --yes', 'privacy erase-again --backups /mnt/backups --yes'],
  async run({ options }, tools) {
    const file = join(backupFolder(options.backups), ERASED_LIST)
    const people = await readErased(file, false)
    if (!options.yes) {
      const text = `${file} names ${people.length} erased; what came back of them would be erased.\n${ADD_YES}`
      return { data: { done: false, people: people.length }, text, exitCode: NOTHING_DONE }
    }
    const site = await tools.site()
    const erased = await call(site, erasedSchema, 'erase_again', { people })
    const all: Account[] = []
    for await (const account of allAccounts(site)) all.push(account)
    const accounts = await eraseAccounts(site, all)
    const changes = await endChanges(site, all)
    return {
      data: { done: true, ...erased, accounts, changes },
      text: `Erased again: ${counted(erased.signups, 'sign-up')}, ${counted(erased.messages, 'message')}, ${counted(erased.mails, 'mail')}, ${counted(accounts, 'account')}, ${counted(changes, 'change')} of address.`,
    }
  },
})

/** Accounts belong to the auth service, so they are deleted through it. */
async function eraseAccounts(site: Site, all: readonly Account[]): Promise<number> {
  const sinceMade = await erasedSince(site, all, ({ email, created_at }) => [email, created_at])
  const moments = new Map<Account, string>()
  for (const account of sinceMade) moments.set(account, await hasAddressSince(site, account))
  // An account may have come by the address after somebody else of that address was erased.
  const back = await erasedSince(site, sinceMade, (account) => [account.email, moments.get(account) ?? ''])
  for (const account of back) answered(site, await site.client.auth.admin.deleteUser(account.id))
  return back.length
}

/** Of others' accounts the address is taken that their owners had asked for as their new one. */
async function endChanges(site: Site, all: readonly Account[]): Promise<number> {
  const asked = await erasedSince(site, all, (account) => [
    account.new_email,
    account.email_change_sent_at ?? account.updated_at,
  ])
  for (const account of asked) await endChange(site, account)
  return asked.length
}

/** The accounts with an address that was erased after the moment that goes with it. */
async function erasedSince(
  site: Site,
  accounts: readonly Account[],
  addressOf: (account: Account) => [email: string | null | undefined, since: string],
): Promise<Account[]> {
  const found: Account[] = []
  for (let start = 0; start < accounts.length; start += AT_ONCE) {
    const batch = accounts.slice(start, start + AT_ONCE).map((account) => ({ account, address: addressOf(account) }))
    const named = batch.filter(({ address: [email] }) => Boolean(email))
    const people = named.map(({ address: [email, created_at] }) => ({ email, created_at }))
    const erased = new Set(await call(site, v.array(v.string()), 'erased_among', { people }))
    found.push(...named.filter(({ address: [email] }) => erased.has(email ?? '')).map(({ account }) => account))
  }
  return found
}
