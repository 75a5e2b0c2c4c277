import * as v from 'valibot'
import { defineCommand } from '../command.ts'
import { limitOption, NOTHING_FOLLOWS, NUMBER_CURSOR, readListPage } from '../list-page.ts'
import { settingChangeRowSchema } from '../rows.ts'
import { awaitQueryResult, type SiteClient } from '../site.ts'
import { formatTable, type TableColumn } from '../view/table.ts'
import { formatLocalDateTime } from '../view/text.ts'

type SettingChange = v.InferOutput<typeof settingChangeRowSchema>

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
    const columns: readonly TableColumn<SettingChange>[] = [
      { title: 'When', cell: ({ changed_at }) => formatLocalDateTime(changed_at) },
      ...(options.all ? [{ title: 'Setting', cell: ({ key }: SettingChange) => key }] : []),
      { title: 'From', cell: ({ old_value }) => old_value ?? '–', most: 30 },
      { title: 'To', cell: ({ new_value }) => new_value ?? '–', most: 30 },
      { title: 'Why', cell: ({ reason }) => reason ?? '(none given)' },
    ]
    return { data: changes, text: formatTable(columns, changes), rest }
  },
})

/** Returns the manual changes of one setting, or of all settings for null, newest first, behind the change with the id `after`. */
export function readSettingChanges(site: SiteClient, key: string | null, limit: number, after: number | null = null) {
  const newest = site.client.from('setting_changes').select('*').order('id', { ascending: false }).limit(limit)
  const following = after === null ? newest : newest.lt('id', after)
  return awaitQueryResult(site, v.array(settingChangeRowSchema), key === null ? following : following.eq('key', key))
}
