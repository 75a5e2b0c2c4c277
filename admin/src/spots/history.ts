import * as v from 'valibot'
import { defineCommand } from '../command.ts'
import { limitOption, NUMBER_CURSOR, readListPage } from '../list-page.ts'
import { NOTHING_FOLLOWS } from '../row-cursor.ts'
import { settingChangeRowSchema } from '../rows.ts'
import { awaitQueryResult, type SiteClient } from '../site.ts'
import { formatTable } from '../view/table.ts'
import { formatLocalDateTime } from '../view/text.ts'

export const showSpotsHistoryCommand = defineCommand({
  kind: 'reads',
  summary: 'list the manual changes to the spots, with their reasons; sign-ups are not included',
  options: {
    ...limitOption(20),
    after: { ...NUMBER_CURSOR, help: 'only what follows this change in the list: its id, from --json' },
    all: { type: 'boolean', help: 'every setting, not only the spots' },
  },
  assistant: { shows: ['id', 'key', 'old_value', 'new_value', 'changed_at'] },
  examples: ['spots history', 'spots history --all --limit 100'],
  async run({ options }, tools) {
    const site = await tools.site()
    const after = options.after ?? null
    const key = options.all ? null : 'early_access_spots'
    const { rows: changes, rest } = await readListPage({
      limit: options.limit,
      read: (most) => readSettingChanges(site, key, most, after),
      toCursor: ({ id }) => String(id),
    })
    if (changes.length === 0) {
      return { data: [], text: after === null ? 'Nothing has been changed by hand yet.' : NOTHING_FOLLOWS }
    }
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
    return { data: changes, text: formatTable(columns, rows), rest }
  },
})

/** Returns the manual changes of one setting, or of all settings for null, newest first, behind the change with the id `after`. */
export function readSettingChanges(site: SiteClient, key: string | null, limit: number, after: number | null = null) {
  const newest = site.client.from('setting_changes').select('*').order('id', { ascending: false }).limit(limit)
  const following = after === null ? newest : newest.lt('id', after)
  return awaitQueryResult(site, v.array(settingChangeRowSchema), key === null ? following : following.eq('key', key))
}
