import * as v from 'valibot'
import { settingSchema } from '../rows.ts'
import { runQuery, type SiteClient } from '../site.ts'

/** Reads settings from the database and returns their values by key. A setting without a row is omitted. */
export async function readSettings<Key extends string>(
  site: SiteClient,
  keys: readonly Key[],
): Promise<Partial<Record<Key, string>>> {
  const rows = await runQuery(
    site,
    v.array(settingSchema),
    site.client
      .from('app_settings')
      .select('key,value,updated_at')
      .in('key', [...keys]),
  )
  return Object.fromEntries(rows.map(({ key, value }) => [key, value])) as Partial<Record<Key, string>>
}
