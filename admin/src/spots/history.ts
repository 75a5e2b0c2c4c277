import * as v from 'valibot'
import { defineCommand } from '../command.ts'
import { parseCountOption } from '../options.ts'
import { settingChangeRowSchema } from '../rows.ts'
import { awaitQueryResult } from '../site.ts'
import { formatTable } from '../view/table.ts'
import { formatLocalDateTime } from '../view/text.ts'

export const showSpotsHistoryCommand = defineCommand({
  kind: 'reads',
  summary: 'list the manual changes of the spots with their reasons; sign-ups are not included',
  options: {
    limit: { type: 'string', value: 'N', help: 'how many lines (20)' },
    all: { type: 'boolean', help: 'every setting, not only the spots' },
  },
  examples: ['spots history', 'spots history --all --limit 100'],
  async run({ options }, tools) {
    const site = await tools.site()
    const limit = parseCountOption('--limit', options.limit, { least: 1, most: 1000, otherwise: 20 })
    const newest = site.client.from('setting_changes').select('*').order('id', { ascending: false }).limit(limit)
    const changes = await awaitQueryResult(
      site,
      v.array(settingChangeRowSchema),
      options.all ? newest : newest.eq('key', 'early_access_spots'),
    )
    if (changes.length === 0) return { data: [], text: 'Nothing has been changed by hand yet.' }
    const rows = changes.map(({ key, old_value, new_value, reason, changed_at }) => [
      formatLocalDateTime(changed_at),
      ...(options.all ? [key] : []),
      old_value ?? '–',
      new_value ?? '–',
      reason ?? '(none given)',
    ])
    const columns = [
      { title: 'When' },
      ...(options.all ? [{ title: 'Setting' }] : []),
      { title: 'From', most: 30 },
      { title: 'To', most: 30 },
      { title: 'Why' },
    ]
    return { data: changes, text: formatTable(columns, rows) }
  },
})
