import { defineCommand } from '../command.ts'
import { settingRowSchema } from '../rows.ts'
import { callRpc } from '../site.ts'

export const pauseMailCommand = defineCommand({
  kind: 'writes',
  summary: 'stop all mail immediately (the kill switch), or resume it',
  options: {
    off: { type: 'boolean', help: 'resume sending mail' },
    reason: { type: 'string', value: 'TEXT', help: 'why, for the history' },
  },
  examples: ['mail pause --reason "wrong link in the welcome"', 'mail pause --off'],
  async run({ options }, tools) {
    const value = options.off ? 'false' : 'true'
    const reason = options.reason?.trim() || (options.off ? 'mail resumed' : 'mail paused by an operator')
    await callRpc(await tools.site(), settingRowSchema, 'set_setting', { key: 'mail_paused', value, reason })
    const text = options.off
      ? 'Mail is on again, and the waiting mails are being sent.'
      : 'Mail is paused and waits in the outbox. Resume with: mail pause --off'
    return { data: { paused: !options.off }, text }
  },
})
