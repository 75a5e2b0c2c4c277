import * as v from 'valibot'
import { defineCommand } from '../command.ts'
import { parseCountOption } from '../options.ts'
import { operatorActRowSchema } from '../rows.ts'
import { awaitQueryResult } from '../site.ts'
import { formatTable } from '../view/table.ts'
import { formatLocalDateTime } from '../view/text.ts'

export const listActsCommand = defineCommand({
  kind: 'reads',
  summary: 'list what operators did: when, who, what and why; newest first',
  options: {
    limit: { type: 'string', value: 'N', help: 'how many (20)' },
    before: { type: 'string', value: 'NUMBER', help: 'only acts before this one, by its number' },
  },
  examples: ['acts list', 'acts list --limit 200'],
  async run({ options }, tools) {
    const site = await tools.site()
    const limit = parseCountOption('--limit', options.limit, { least: 1, most: 1000, otherwise: 20 })
    const before = parseCountOption('--before', options.before, { least: 1, most: 999_999_999_999, otherwise: 0 })
    const newest = site.client.from('operator_acts').select('*').order('id', { ascending: false }).limit(limit)
    const acts = await awaitQueryResult(
      site,
      v.array(operatorActRowSchema),
      before === 0 ? newest : newest.lt('id', before),
    )
    if (acts.length === 0) return { data: [], text: 'Nothing has been done yet.' }
    const rows = acts.map(({ id, began_at, who, face, act, detail, reason, outcome }) => [
      String(id),
      formatLocalDateTime(began_at),
      `${who}, ${face}`,
      `${act} ${detail}`,
      outcome ?? 'not ended',
      reason ?? '',
    ])
    const columns = [
      { title: 'No.', align: 'right' as const },
      { title: 'When' },
      { title: 'Who', most: 40 },
      { title: 'What', most: 80 },
      { title: 'Outcome' },
      { title: 'Why', most: 60 },
    ]
    return { data: acts, text: formatTable(columns, rows) }
  },
})
