import * as v from 'valibot'
import { command } from '../command.ts'
import { settingSchema } from '../rows.ts'
import { runQuery } from '../site.ts'
import { formatTable } from '../view/table.ts'
import { formatTime } from '../view/text.ts'
import { SETTING_DESCRIPTIONS } from './descriptions.ts'

export const showSettings = command({
  summary: 'list the settings that can be changed while the site runs, with their effects',
  examples: ['settings show', 'settings show --json'],
  async run(_given, tools) {
    const site = await tools.site()
    const rows = await runQuery(
      site,
      v.array(settingSchema),
      site.client.from('app_settings').select('key,value,updated_at').order('key'),
    )
    const data = rows.map((row) => ({ ...row, ...(SETTING_DESCRIPTIONS[row.key] ?? { values: '', meaning: '' }) }))
    const columns = [{ title: 'Setting' }, { title: 'Value' }, { title: 'Changed' }, { title: 'Meaning' }]
    const cells = data.map(({ key, value, updated_at, meaning }) => [key, value, formatTime(updated_at), meaning])
    return { data, text: formatTable(columns, cells) }
  },
})
