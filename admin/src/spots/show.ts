import * as v from 'valibot'
import { defineCommand } from '../command.ts'
import { callRpc } from '../site.ts'
import { readSettingValues } from '../site-settings/read.ts'
import { formatNameValueList } from '../view/table.ts'

const counts = v.object({
  all: v.number(),
  paid_claims: v.number(),
  paid_verified: v.number(),
  last_day: v.number(),
  last_week: v.number(),
})

export const showSpotsCommand = defineCommand({
  kind: 'reads',
  summary: 'show how many early-access spots remain and how many people signed up',
  examples: ['spots show'],
  async run(_given, tools) {
    const site = await tools.site()
    const settings = await readSettingValues(site, ['early_access_spots', 'count_down_spots'])
    const signups = await callRpc(site, counts, 'count_signups')
    const remaining = Number(settings.early_access_spots ?? 0)
    const countsDown = settings.count_down_spots === 'true'
    const text = formatNameValueList([
      ['Spots left', String(remaining)],
      ['Each sign-up takes one', countsDown ? 'yes' : 'no'],
      ['Signed up', `${signups.all} (${signups.last_day} in the last day, ${signups.last_week} in the last week)`],
    ])
    return { data: { remaining, countsDown, signups }, text }
  },
})
