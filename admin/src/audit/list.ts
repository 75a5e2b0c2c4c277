import * as v from 'valibot'
import { defineCommand } from '../command.ts'
import { limitOption, NOTHING_FOLLOWS, NUMBER_CURSOR, readListPage } from '../list-page.ts'
import { operatorActRowSchema } from '../rows.ts'
import { awaitQueryResult } from '../site.ts'
import { formatTable } from '../view/table.ts'
import { formatLocalDateTime } from '../view/text.ts'

export const listActsCommand = defineCommand({
  kind: 'reads',
  summary: 'list what operators did: when, who, what and why; newest first',
  options: {
    ...limitOption(20),
    after: { ...NUMBER_CURSOR, help: 'only what follows this act in the list, by its number' },
  },
  assistant: { shows: ['id', 'began_at', 'ended_at', 'who', 'via', 'act', 'outcome'] },
  examples: ['acts list', 'acts list --limit 200'],
  async run({ options }, tools) {
    const site = await tools.site()
    const after = options.after ?? null
    const { rows: acts, rest } = await readListPage({
      limit: options.limit,
      read(most) {
        const newest = site.client.from('operator_acts').select('*').order('id', { ascending: false }).limit(most)
        return awaitQueryResult(site, v.array(operatorActRowSchema), after === null ? newest : newest.lt('id', after))
      },
      toCursor: ({ id }) => String(id),
    })
    if (acts.length === 0) return { data: [], text: after === null ? 'Nothing has been done yet.' : NOTHING_FOLLOWS }
    const text = formatTable(
      [
        { title: 'No.', cell: ({ id }) => String(id), align: 'right' },
        { title: 'When', cell: ({ began_at }) => formatLocalDateTime(began_at) },
        { title: 'Who', cell: ({ who, via }) => `${who}, ${via}`, most: 40 },
        { title: 'What', cell: ({ act, detail }) => `${act} ${detail}`, most: 80 },
        { title: 'Outcome', cell: ({ outcome }) => outcome ?? 'not ended' },
        { title: 'Why', cell: ({ reason }) => reason ?? '', most: 60 },
      ],
      acts,
    )
    return { data: acts, text, rest }
  },
})
