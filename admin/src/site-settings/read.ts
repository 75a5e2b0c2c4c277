import * as v from 'valibot'
import { settingRowSchema } from '../rows.ts'
import { awaitQueryResult, type SiteClient } from '../site.ts'

/** Reads settings from the database and returns their values by key. A setting without a row is omitted. */
export async function readSettingValues<Key extends string>(
  site: SiteClient,
  keys: readonly Key[],
): Promise<Partial<Record<Key, string>>> {
  const rows = await awaitQueryResult(
    site,
    v.array(settingRowSchema),
    site.client
      .from('app_settings')
      .select('key,value,updated_at')
      .in('key', [...keys]),
  )
  return Object.fromEntries(rows.map(({ key, value }) => [key, value])) as Partial<Record<Key, string>>
}

/** Reads whether mails and webhook events wait, because the data was restored or copied, until the command `resume`. */
export async function isSendingHeld(site: SiteClient): Promise<boolean> {
  return (await readSettingValues(site, ['sending_held'])).sending_held === 'true'
}
