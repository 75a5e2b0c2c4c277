import { defineCommand } from '../command.ts'
import { createPreview, YES_OPTION } from '../options.ts'
import { ACCOUNT_FIELDS } from '../shown-fields.ts'
import { formatNameValueList } from '../view/table.ts'
import { formatLocalDateTime } from '../view/text.ts'
import { formatAccountLabel, requireAccount, unwrapAuthResponse } from './accounts.ts'

export const deleteUserCommand = defineCommand({
  kind: 'writes',
  summary: 'delete an account with its sessions and factors; a sign-up stays (see privacy erase)',
  args: ['who'],
  options: YES_OPTION,
  page: { reason: 'privacy erase deletes the account with everything else.' },
  assistant: { shows: ['done', 'account', ...ACCOUNT_FIELDS] },
  examples: ['users delete ada@example.com', 'users delete ada@example.com --yes'],
  findAddressee: async ({ args }, tools) => formatAccountLabel(await requireAccount(await tools.site(), args.who)),
  async run({ args, options }, tools) {
    const site = await tools.site()
    const account = await requireAccount(site, args.who)
    if (!options.yes) {
      const facts = formatNameValueList([
        ['Account', formatAccountLabel(account)],
        ['Id', account.id],
        ['Since', formatLocalDateTime(account.created_at)],
        ['Last sign-in', formatLocalDateTime(account.last_sign_in_at)],
      ])
      return createPreview({ account }, facts)
    }
    unwrapAuthResponse(site, await site.client.auth.admin.deleteUser(account.id))
    return { data: { done: true, account }, text: `Deleted the account of ${formatAccountLabel(account)}.` }
  },
})
