import { defineCommand } from '../command.ts'
import { parseCount, parseRequiredReason, REQUIRED_REASON_OPTION } from '../options.ts'
import { settingRowSchema } from '../rows.ts'
import { callRpc } from '../site.ts'
import { readSettingValues } from '../site-settings/read.ts'

export const setSpotsCommand = defineCommand({
  kind: 'writes',
  summary: 'set how many spots remain; open pages update immediately',
  args: ['number'],
  options: REQUIRED_REASON_OPTION,
  assistant: { shows: ['before', 'after'] },
  examples: ['spots set 25 --reason "second wave of invitations"'],
  async run({ args, options }, tools) {
    const value = parseCount('The number of spots', args.number, { least: 0, most: 999_999_999 })
    const reason = parseRequiredReason(options.reason)
    const site = await tools.site()
    const { early_access_spots: before } = await readSettingValues(site, ['early_access_spots'])
    await callRpc(site, settingRowSchema, 'set_setting', { key: 'early_access_spots', value: String(value), reason })
    return {
      data: { before: Number(before ?? 0), after: value, reason },
      text: `Spots left: ${value} (before: ${before ?? 'not set'}).`,
    }
  },
})
