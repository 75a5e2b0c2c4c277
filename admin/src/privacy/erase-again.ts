import { join } from 'node:path'
import * as v from 'valibot'
import { command } from '../command.ts'
import { ADD_YES, NOTHING_DONE, YES } from '../options.ts'
import { backupFolder } from '../settings.ts'
import { call, type Site } from '../site.ts'
import { type Account, allAccounts, answered } from '../users/accounts.ts'
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
    const accounts = await eraseAccounts(site)
    return {
      data: { done: true, ...erased, accounts },
      text: `Erased again: ${counted(erased.signups, 'sign-up')}, ${counted(erased.messages, 'message')}, ${counted(erased.mails, 'mail')}, ${counted(accounts, 'account')}.`,
    }
  },
})

/** Accounts belong to the auth service, so they are deleted through it. */
async function eraseAccounts(site: Site): Promise<number> {
  const all: Account[] = []
  for await (const account of allAccounts(site)) all.push(account)
  let deleted = 0
  for (let start = 0; start < all.length; start += AT_ONCE) {
    const batch = all.slice(start, start + AT_ONCE)
    // Since its last change: an account may have come by the address after somebody else of that address was erased.
    const people = batch.map(({ email, updated_at }) => ({ email, created_at: updated_at }))
    const back = new Set(await call(site, v.array(v.string()), 'erased_among', { people }))
    for (const account of batch.filter(({ email }: Account) => email != null && back.has(email))) {
      answered(site, await site.client.auth.admin.deleteUser(account.id))
      deleted++
    }
  }
  return deleted
}
