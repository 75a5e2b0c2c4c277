import { join } from 'node:path'
import { ERASED_LIST_FILE_NAME } from '@site/contract/erased-list'
import * as v from 'valibot'
import { defineCommand } from '../command.ts'
import { createPreview, YES_OPTION } from '../options.ts'
import { resolveBackupFolder } from '../settings.ts'
import { callRpc, type SiteClient } from '../site.ts'
import {
  type AdminAccount,
  cancelEmailChange,
  findAddressChangeTime,
  listAllAccounts,
  unwrapAuthResponse,
} from '../users/accounts.ts'
import { pluralise } from '../view/text.ts'
import { BACKUP_FOLDER_OPTION } from './erase.ts'
import { readErasedListFile } from './erased-list.ts'

const erasedSchema = v.object({ signups: v.number(), messages: v.number(), mails: v.number(), events: v.number() })
const BATCH_SIZE = 1000

export const eraseAgainCommand = defineCommand({
  kind: 'writes',
  summary: 'after another tool restored a backup, erase the people again who were erased since',
  options: { ...BACKUP_FOLDER_OPTION, ...YES_OPTION },
  page: { reason: 'It belongs to a restore, and reads the list of erased people beside the backups.' },
  examples: ['privacy erase-again --yes', 'privacy erase-again --backups /mnt/backups --yes'],
  async run({ options }, tools) {
    const file = join(resolveBackupFolder(options.backups), ERASED_LIST_FILE_NAME)
    const people = readErasedListFile(file)
    if (!options.yes) {
      const text = `${file} names ${people.length} erased; what came back about them would be erased.`
      return createPreview({ people: people.length }, text)
    }
    const site = await tools.site()
    const erased = await callRpc(site, erasedSchema, 'erase_again', { people })
    const all: AdminAccount[] = []
    for await (const account of listAllAccounts(site)) all.push(account)
    const deleted = await eraseAccounts(site, all)
    const accounts = deleted.length
    const stay = all.filter((account) => !deleted.includes(account))
    const changes = await endChanges(site, stay)
    return {
      data: { done: true, ...erased, accounts, changes },
      text: `Erased again: ${pluralise(erased.signups, 'sign-up')}, ${pluralise(erased.messages, 'message')}, ${pluralise(erased.mails, 'email')}, ${pluralise(erased.events, 'webhook event')}, ${pluralise(accounts, 'account')}, ${pluralise(changes, 'change')} of address.`,
    }
  },
})

/**
 * Deletes the accounts of erased people that a restore has brought back. Uses the auth service, which also ends the accounts'
 * sessions. Returns the deleted accounts.
 */
async function eraseAccounts(site: SiteClient, all: readonly AdminAccount[]): Promise<AdminAccount[]> {
  const sinceMade = await erasedSince(site, all, ({ email, created_at }) => [email, created_at])
  const moments = new Map<AdminAccount, string>()
  for (const account of sinceMade) moments.set(account, await findAddressChangeTime(site, account))
  // After the owner of an email address was erased, another person may have changed their account to that address. That account must not be
  // deleted, so the erasure is compared with the time of the address change.
  const back = await erasedSince(site, sinceMade, (account) => [account.email, moments.get(account) ?? ''])
  for (const account of back) unwrapAuthResponse(site, await site.client.auth.admin.deleteUser(account.id))
  return back
}

/** Cancels pending changes of accounts to an erased email address. Returns the number of cancelled changes. */
async function endChanges(site: SiteClient, all: readonly AdminAccount[]): Promise<number> {
  const asked = await erasedSince(site, all, (account) => [
    account.new_email,
    account.email_change_sent_at ?? account.updated_at,
  ])
  for (const account of asked) await cancelEmailChange(site, account)
  return asked.length
}

/** Returns the accounts whose email address was erased later than a time. `addressOf` returns an account's address and this time. */
async function erasedSince(
  site: SiteClient,
  accounts: readonly AdminAccount[],
  addressOf: (account: AdminAccount) => [email: string | null | undefined, since: string],
): Promise<AdminAccount[]> {
  const found: AdminAccount[] = []
  for (let start = 0; start < accounts.length; start += BATCH_SIZE) {
    const batch = accounts.slice(start, start + BATCH_SIZE).map((account) => ({ account, address: addressOf(account) }))
    const named = batch.filter(({ address: [email] }) => Boolean(email))
    const people = named.map(({ address: [email, created_at] }) => ({ email, created_at }))
    const erased = new Set(await callRpc(site, v.array(v.string()), 'erased_among', { people }))
    found.push(...named.filter(({ address: [email] }) => erased.has(email ?? '')).map(({ account }) => account))
  }
  return found
}
