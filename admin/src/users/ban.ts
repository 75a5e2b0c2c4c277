import { defineCommand } from '../command.ts'
import { CommandFailure } from '../failures.ts'
import { createPreview, YES_OPTION } from '../options.ts'
import { ACCOUNT_FIELDS } from '../shown-fields.ts'
import { formatLocalDateTime } from '../view/text.ts'
import { formatAccountLabel, parseAccount, requireAccount, unwrapAuthResponse } from './accounts.ts'

export const banUserCommand = defineCommand({
  kind: 'writes',
  actsWithoutYes: ['lift'],
  summary: 'ban an account from signing in, or lift the ban',
  args: ['who'],
  options: {
    for: { type: 'string', value: 'DURATION', help: 'how long, such as 24h or 90m (ten years unless said)' },
    lift: { type: 'boolean', help: 'lift the ban' },
    ...YES_OPTION,
  },
  page: { reason: 'Lifting a ban has no preview; the command line is enough.' },
  assistant: { shows: ['done', 'account', ...ACCOUNT_FIELDS] },
  examples: ['users ban ada@example.com --for 24h --yes', 'users ban ada@example.com --lift'],
  findAddressee: async ({ args }, tools) => formatAccountLabel(await requireAccount(await tools.site(), args.who)),
  async run({ args, options }, tools) {
    const site = await tools.site()
    const account = await requireAccount(site, args.who)
    const time = options.for ?? '87600h'
    const [, count, unit] = /^(\d{1,6})([hms])$/.exec(time) ?? []
    if (count === undefined)
      throw new CommandFailure('usage', `--for is a time such as 24h or 90m, and "${time}" is not.`)
    if (!options.lift && !options.yes) {
      const seconds = Number(count) * (unit === 'h' ? 3600 : unit === 'm' ? 60 : 1)
      const until = formatLocalDateTime(new Date(Date.now() + seconds * 1000).toISOString())
      const preview = `${formatAccountLabel(account)} would be banned until ${until}; their sessions end when their access tokens expire.`
      return createPreview({ account }, preview)
    }
    const ban_duration = options.lift ? 'none' : time
    const { user } = unwrapAuthResponse(site, await site.client.auth.admin.updateUserById(account.id, { ban_duration }))
    const changed = parseAccount(user)
    const text = options.lift ? 'may sign in again.' : `is banned until ${formatLocalDateTime(changed.banned_until)}.`
    return { data: { done: true, account: changed }, text: `${formatAccountLabel(changed)} ${text}` }
  },
})
