import { defineCommand } from '../command.ts'
import { limitOption, readListPage, takeFirst } from '../list-page.ts'
import { ACCOUNT_FIELDS } from '../shown-fields.ts'
import { formatTable } from '../view/table.ts'
import { formatLocalDateTime, pluralise } from '../view/text.ts'
import { type AdminAccount, formatAccountLabel, isAccountBanned, listAllAccounts } from './accounts.ts'

export const listUsersCommand = defineCommand({
  kind: 'reads',
  summary: 'list the accounts, newest first',
  options: limitOption(50, 1_000_000),
  page: { reason: 'A person’s page shows the account.' },
  assistant: { shows: ACCOUNT_FIELDS },
  examples: ['users list', 'users list --limit 500'],
  async run({ options }, tools) {
    const { rows: accounts, rest } = await readListPage({
      limit: options.limit,
      read: async (most) => takeFirst(listAllAccounts(await tools.site(), Math.min(most, 1000)), most),
    })
    if (accounts.length === 0) return { data: [], text: 'There are no accounts yet.' }
    const table = formatTable(
      [
        { title: 'Who', cell: formatAccountLabel, most: 60 },
        { title: 'State', cell: stateOf },
        { title: 'Since', cell: ({ created_at }) => formatLocalDateTime(created_at) },
        { title: 'Last sign-in', cell: ({ last_sign_in_at }) => formatLocalDateTime(last_sign_in_at) },
        { title: 'Id', cell: ({ id }) => id },
      ],
      accounts,
    )
    return { data: accounts, text: `${table}\n${pluralise(accounts.length, 'account')}`, rest }
  },
})

function stateOf(account: AdminAccount): string {
  if (isAccountBanned(account)) return `banned until ${formatLocalDateTime(account.banned_until)}`
  if (account.email && account.email_confirmed_at == null) return account.invited_at == null ? 'unconfirmed' : 'invited'
  return 'active'
}
