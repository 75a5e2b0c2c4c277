import { command } from '../command.ts'
import { CommandFailure } from '../failures.ts'
import { readCount } from '../options.ts'
import { settingSchema } from '../rows.ts'
import { callFunction } from '../site.ts'
import { readSettings } from '../site-settings/read.ts'

export const setSpots = command({
  summary: 'set how many spots remain; open pages update immediately',
  args: ['number'],
  options: { reason: { type: 'string', value: 'TEXT', help: 'why, for the history (asked for)' } },
  examples: ['spots set 25 --reason "second wave of invitations"'],
  async run({ args, options }, tools) {
    const value = readCount('The number of spots', args.number, { least: 0, most: 999_999_999, otherwise: 0 })
    const reason = options.reason?.trim() ?? ''
    if (reason === '') throw new CommandFailure('usage', 'A reason is asked for: --reason "…".')
    const site = await tools.site()
    const { early_access_spots: before } = await readSettings(site, ['early_access_spots'])
    await callFunction(site, settingSchema, 'set_setting', { key: 'early_access_spots', value: String(value), reason })
    return {
      data: { before: Number(before ?? 0), after: value, reason },
      text: `Spots that remain: ${value} (before: ${before ?? 'not set'}).`,
    }
  },
})
