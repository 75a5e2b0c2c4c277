import * as v from 'valibot'
import { settingSchema } from '../rows.ts'
import { ask, type Site } from '../site.ts'

/** The settings of those names, by name. */
export async function readSettings<Key extends string>(
  site: Site,
  keys: readonly Key[],
): Promise<Partial<Record<Key, string>>> {
  const rows = await ask(
    site,
    v.array(settingSchema),
    site.client
      .from('app_settings')
      .select('key,value,updated_at')
      .in('key', [...keys]),
  )
  return Object.fromEntries(rows.map(({ key, value }) => [key, value])) as Partial<Record<Key, string>>
}
