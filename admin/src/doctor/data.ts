import { createClient } from '@supabase/supabase-js'
import * as v from 'valibot'
import { awaitQueryResult, callRpc } from '../site.ts'
import { readSettingValues } from '../site-settings/read.ts'
import { advice, broken, type DoctorCheck, notChecked, ok } from './finding.ts'

const PRIVATE_TABLES = [
  'early_access_users',
  'contact_messages',
  'contact_answers',
  'mail_outbox',
  'webhook_outbox',
  'setting_changes',
  'operator_acts',
  'download_counts',
  'hourly_counts',
  'waves',
] as const

/**
 * Checks that the server accepts the secret key, that the migrations were applied, and that the setting with the number of
 * early-access spots exists.
 */
export const checkSecretKeyAndMigrations: DoctorCheck = async function* ({ site }) {
  await callRpc(site, v.unknown(), 'count_signups')
  const settings = await readSettingValues(site, ['early_access_spots', 'count_down_spots'])
  const { early_access_spots: spots, count_down_spots } = settings
  yield ok('key and database', 'the key is accepted, the migrations are in')
  if (spots === undefined)
    yield broken('places', 'the row early_access_spots is missing: pages say "Failed to load availability"')
  else if (spots === '0') yield advice('places', 'none left; people can still sign up')
  else yield ok('places', `${spots} left${count_down_spots === 'true' ? '' : ' (not counted down)'}`)
}

/** Checks that the publishable key of the pages is accepted, and can read the number of early-access spots but no private table and no other setting. */
export const checkVisitorPermissions: DoctorCheck = async function* ({ site, status, publishableKey }) {
  const what = 'visitors’ rights'
  if (publishableKey === null) {
    yield status === null
      ? notChecked(what, 'set SUPABASE_PUBLISHABLE_KEY to check them')
      : broken(what, `the page at ${status.siteUrl} names no publishable key`)
    return
  }
  const visitor = createClient(site.url, publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  })
  const visible = await visitor.from('app_settings').select('key')
  if (visible.status === 401) {
    yield broken(what, 'the server does not accept the publishable key of the pages: nobody can sign up')
    return
  }
  const settings = await awaitQueryResult(site, v.array(v.object({ key: v.string() })), Promise.resolve(visible))
  const others = settings.filter(({ key }) => key !== 'early_access_spots').map(({ key }) => `the setting ${key}`)
  const open: string[] = []
  for (const table of PRIVATE_TABLES)
    if ((await visitor.from(table).select('*').limit(1)).error === null) open.push(table)
  yield others.length > 0 || open.length > 0
    ? broken(what, `anyone can read ${[...open, ...others].join(', ')}`)
    : ok(what, 'they can read the number of places and nothing else')
}
