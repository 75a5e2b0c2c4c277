import { defineCommand } from '../command.ts'
import { CommandFailure } from '../failures.ts'
import { settingRowSchema } from '../rows.ts'
import { callRpc } from '../site.ts'
import { pluralise } from '../view/text.ts'
import { formatMailTrouble, readMailState } from './read-state.ts'

export const pauseMailCommand = defineCommand({
  kind: 'writes',
  summary: 'stop all mail immediately (the kill switch), or resume it',
  options: {
    off: { type: 'boolean', help: 'resume sending mail' },
    preview: { type: 'boolean', help: 'with --off: only show how many emails are waiting' },
    reason: { type: 'string', value: 'TEXT', help: 'why, for the history' },
  },
  page: { runsAtOnce: ({ options }) => options['off'] !== true },
  assistant: { shows: ['paused'] },
  examples: ['mail pause --reason "wrong link in the welcome"', 'mail pause --off'],
  async run({ options }, tools) {
    if (options.preview && !options.off) throw new CommandFailure('usage', '--preview goes with --off.')
    const site = await tools.site()
    if (options.preview) {
      const would_send = (await readMailState(site)).counts.waiting
      return { data: { would_send }, text: `${pluralise(would_send, 'email')} would be sent. Nothing was done.` }
    }
    const value = options.off ? 'false' : 'true'
    const reason = options.reason?.trim() || (options.off ? 'mail resumed' : 'mail paused by an operator')
    await callRpc(site, settingRowSchema, 'set_setting', { key: 'mail_paused', value, reason })
    if (!options.off)
      return { data: { paused: true }, text: 'Mail is paused and waits in the outbox. Resume with: mail pause --off' }
    const { trouble } = await readMailState(site)
    const text =
      trouble?.kind === 'held'
        ? `Mail is no longer paused, but held: ${formatMailTrouble(trouble)}`
        : 'Mail is on again, and what was waiting is being sent.'
    return { data: { paused: false }, text }
  },
})
