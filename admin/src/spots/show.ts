import { defineCommand } from '../command.ts'
import { formatNameValueList } from '../view/table.ts'
import { readSpots } from './read-spots.ts'

export const showSpotsCommand = defineCommand({
  kind: 'reads',
  summary: 'show how many early-access spots remain and how many people signed up',
  assistant: { shows: ['remaining', 'countsDown', 'signups'] },
  examples: ['spots show'],
  async run(_given, tools) {
    const spots = await readSpots(await tools.site())
    const { remaining, countsDown, signups } = spots
    const text = formatNameValueList([
      ['Spots left', String(remaining)],
      ['Each sign-up takes one', countsDown ? 'yes' : 'no'],
      ['Signed up', `${signups.all} (${signups.last_day} in the last day, ${signups.last_week} in the last week)`],
      ...(signups.unconfirmed === 0 ? [] : [['Not confirmed yet', String(signups.unconfirmed)] as const]),
    ])
    return { data: spots, text }
  },
})
