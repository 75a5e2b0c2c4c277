import * as v from 'valibot'
import { defineCommand } from '../command.ts'
import { settingRowSchema } from '../rows.ts'
import { awaitQueryResult } from '../site.ts'
import { formatTable } from '../view/table.ts'
import { formatLocalDateTime } from '../view/text.ts'
import { describeValues, SETTING_DESCRIPTIONS } from './descriptions.ts'

export const showSettingsCommand = defineCommand({
  kind: 'reads',
  summary: 'list the settings that can be changed while the site runs, with their effects',
  assistant: { shows: ['key', 'value', 'updated_at', 'values', 'meaning'] },
  examples: ['settings show', 'settings show --json'],
  async run(_given, tools) {
    const site = await tools.site()
    const rows = await awaitQueryResult(
      site,
      v.array(settingRowSchema),
      site.client.from('app_settings').select('key,value,updated_at').order('key'),
    )
    const data = rows.map((row) => {
      const known = SETTING_DESCRIPTIONS[row.key]
      return { ...row, values: known ? describeValues(known) : '', meaning: known?.meaning ?? '' }
    })
    const text = formatTable(
      [
        { title: 'Setting', cell: ({ key }) => key },
        { title: 'Value', cell: ({ value }) => value },
        { title: 'Changed', cell: ({ updated_at }) => formatLocalDateTime(updated_at) },
        { title: 'Meaning', cell: ({ meaning }) => meaning },
      ],
      data,
    )
    return { data, text }
  },
})
