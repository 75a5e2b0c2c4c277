import { defineCommand } from '../command.ts'
import { CommandFailure } from '../failures.ts'
import { parseRequiredReason, REQUIRED_REASON_OPTION } from '../options.ts'
import { settingRowSchema } from '../rows.ts'
import { callRpc } from '../site.ts'
import { describeValues, SETTING_DESCRIPTIONS } from './descriptions.ts'
import { readSettingValues } from './read.ts'

export const setSettingCommand = defineCommand({
  kind: 'writes',
  summary: 'change a setting of the running site; the history records the reason',
  args: ['setting', 'value'],
  options: REQUIRED_REASON_OPTION,
  assistant: { shows: ['setting', 'before', 'after'] },
  examples: [
    'settings set mail_per_hour 300 --reason "the mail host allows no more"',
    'settings set count_down_spots false --reason "open for all"',
  ],
  async run({ args, options }, tools) {
    const { setting, value } = args
    const known = Object.hasOwn(SETTING_DESCRIPTIONS, setting) ? SETTING_DESCRIPTIONS[setting] : undefined
    if (known === undefined) {
      throw new CommandFailure('usage', `There is no setting "${setting}".`, { hint: 'See: settings show' })
    }
    const reason = parseRequiredReason(options.reason)
    const [least, most] = (known.kind === 'number' ? known.range : null) ?? [0, 999_999_999]
    const isNumber = /^\d{1,9}$/.test(value) && Number(value) >= least && Number(value) <= most
    const isFit = known.kind === 'switch' ? /^(true|false)$/.test(value) : isNumber
    if (!isFit) throw new CommandFailure('usage', `${setting} is ${describeValues(known)}, and "${value}" is not.`)
    const site = await tools.site()
    const before = (await readSettingValues(site, [setting]))[setting]
    await callRpc(site, settingRowSchema, 'set_setting', { key: setting, value, reason })
    return {
      data: { setting, before: before ?? null, after: value, reason },
      text: `${setting}: ${value} (before: ${before ?? 'not set'}).`,
    }
  },
})
