import * as v from 'valibot'
import { defineCommand } from '../command.ts'
import { parseCountOption } from '../options.ts'
import { settingChangeRowSchema } from '../rows.ts'
import { awaitQueryResult, type SiteClient } from '../site.ts'
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
    const changes = await readSettingChanges(site, options.all ? null : 'early_access_spots', limit)
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

/** Returns the manual changes of one setting, or of all settings for null, newest first. */
export function readSettingChanges(site: SiteClient, key: string | null, limit: number) {
  const newest = site.client.from('setting_changes').select('*').order('id', { ascending: false }).limit(limit)
  return awaitQueryResult(site, v.array(settingChangeRowSchema), key === null ? newest : newest.eq('key', key))
}
