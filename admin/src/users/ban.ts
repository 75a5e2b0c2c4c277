import { command } from '../command.ts'
import { Failure } from '../failures.ts'
import { ADD_YES, NOTHING_DONE, YES } from '../options.ts'
import { timeText } from '../view/text.ts'
import { answered, asAccount, nameOf, requireAccount } from './accounts.ts'

/** `users ban`. */
export const banUser = command({
  summary: 'keep somebody from signing in, or lift that',
  args: ['who'],
  options: {
    for: { type: 'string', value: 'TIME', help: 'how long, such as 24h or 90m (ten years unless said)' },
    lift: { type: 'boolean', help: 'let them sign in again' },
    ...YES,
  },
  examples: ['users ban ada@example.com --for 24h --yes', 'users ban ada@example.com --lift'],
  async run({ args, options }, tools) {
    const site = await tools.site()
    const account = await requireAccount(site, args.who)
    const time = options.for ?? '87600h'
    const [, count, unit] = /^(\d{1,6})([hms])$/.exec(time) ?? []
    if (count === undefined) throw new Failure('usage', `--for is a time such as 24h or 90m, and "${time}" is not.`)
    if (!options.lift && !options.yes) {
      const seconds = Number(count) * (unit === 'h' ? 3600 : unit === 'm' ? 60 : 1)
      const until = timeText(new Date(Date.now() + seconds * 1000).toISOString())
      const preview = `${nameOf(account)} would be banned until ${until}; their sessions end when their tokens do.`
      return { data: { done: false, account }, text: `${preview}\n${ADD_YES}`, exitCode: NOTHING_DONE }
    }
    const ban_duration = options.lift ? 'none' : time
    const { user } = answered(site, await site.client.auth.admin.updateUserById(account.id, { ban_duration }))
    const changed = asAccount(user)
    const text = options.lift ? 'may sign in again.' : `is banned until ${timeText(changed.banned_until)}.`
    return { data: { done: true, account: changed }, text: `${nameOf(changed)} ${text}` }
  },
})
