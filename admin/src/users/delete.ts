import { command } from '../command.ts'
import { ADD_YES, NOTHING_DONE, YES_OPTION } from '../options.ts'
import { formatFacts } from '../view/table.ts'
import { formatTime } from '../view/text.ts'
import { nameOf, requireAccount, unwrap } from './accounts.ts'

export const deleteUser = command({
  summary: 'delete an account with its sessions and factors; a sign-up stays (see privacy erase)',
  args: ['who'],
  options: YES_OPTION,
  examples: ['users delete ada@example.com', 'users delete ada@example.com --yes'],
  async run({ args, options }, tools) {
    const site = await tools.site()
    const account = await requireAccount(site, args.who)
    if (!options.yes) {
      const facts = formatFacts([
        ['Account', nameOf(account)],
        ['Id', account.id],
        ['Since', formatTime(account.created_at)],
        ['Last sign-in', formatTime(account.last_sign_in_at)],
      ])
      return { data: { done: false, account }, text: `${facts}\n${ADD_YES}`, exitCode: NOTHING_DONE }
    }
    unwrap(site, await site.client.auth.admin.deleteUser(account.id))
    return { data: { done: true, account }, text: `The account of ${nameOf(account)} is deleted.` }
  },
})
