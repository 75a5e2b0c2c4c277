import * as v from 'valibot'
import { readMailState } from '../mail/read-state.ts'
import { type Downloads, readDownloads } from '../release/downloads.ts'
import { contactMessageRowSchema, hourlyCountRowSchema, signupPeriodSchema } from '../rows.ts'
import { fetchServerStatus } from '../server-status.ts'
import { awaitQueryResult, callRpc, type SiteClient, toCommandFailure } from '../site.ts'
import { readSettingChanges } from '../spots/history.ts'
import { readSpots } from '../spots/read-spots.ts'

const DAY_MS = 86_400_000
const DOWNLOAD_DAYS = 30
const SHOWN_ROWS = 5
const NOT_COUNTED = 'Refused sign-ups, failed requests and downloads are not counted on this host.'

/** The periods by which sign-ups are counted, with the number of periods that are shown. */
const SIGNUP_PERIODS = { hour: 48, day: 30, week: 26 } as const
export type SignupPeriod = keyof typeof SIGNUP_PERIODS

/**
 * The number of sign-ups in one period that begins at `at`: free, paid, and refused by reason. `refused` is null when the host does not
 * count refusals.
 */
export type SignupCount = Omit<v.InferOutput<typeof signupPeriodSchema>, 'refused'> & {
  refused: Record<string, number> | null
}

/** The state of the site at one moment. */
export type Today = Awaited<ReturnType<typeof readToday>>

/**
 * Reads the state of the site: sign-ups over time, spots, mail, messages, downloads and errors. Only the self-contained server counts
 * refused sign-ups, downloads and errors. On another host these are null, because zeros would look like real counts, and `not_counted` says
 * why.
 */
export async function readToday(site: SiteClient, period: SignupPeriod) {
  const read_at = new Date().toISOString()
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const countSignups = (by: SignupPeriod, periods: number) =>
    callRpc(site, v.array(signupPeriodSchema), 'count_signups_by_period', { period: by, periods, zone })
  const [status, spots, changes, counts, days, mail, messages, downloads, errors] = await Promise.all([
    fetchServerStatus(site),
    readSpots(site),
    readSettingChanges(site, 'early_access_spots', SHOWN_ROWS),
    countSignups(period, SIGNUP_PERIODS[period]),
    countSignups('day', 1),
    readMailState(site),
    readOpenMessages(site),
    readDownloads(site, DOWNLOAD_DAYS),
    readErrors(site),
  ])
  const isCounted = status !== null
  const signups = counts.map(
    ({ refused, ...count }): SignupCount => ({ ...count, refused: isCounted ? refused : null }),
  )
  return {
    ...{ read_at, period, signups, spots, changes, mail, messages },
    signups_today: days.reduce((sum, { free, paid }) => sum + free + paid, 0),
    downloads: isCounted ? sumByDay(downloads) : null,
    errors: isCounted ? errors : null,
    not_counted: isCounted ? null : NOT_COUNTED,
  }
}

/** Reads how many messages are not answered, and the oldest of them. */
async function readOpenMessages(site: SiteClient) {
  const open = () => site.client.from('contact_messages').select('*', { count: 'exact' }).is('answered_at', null)
  const { data, count, error } = await open().order('created_at').order('id').limit(SHOWN_ROWS)
  if (error) throw toCommandFailure(site, error)
  return { open: count ?? 0, oldest: v.parse(v.array(contactMessageRowSchema), data) }
}

/** Reads how many requests of the last 24 hours the server failed to answer, by service. */
async function readErrors(site: SiteClient) {
  const since = new Date(Date.now() - DAY_MS).toISOString()
  const rows = await awaitQueryResult(
    site,
    v.array(hourlyCountRowSchema),
    site.client.from('hourly_counts').select('*').eq('what', 'server_error').gte('hour', since).order('hour'),
  )
  const services: Record<string, number> = {}
  for (const { label, amount } of rows) services[label] = (services[label] ?? 0) + amount
  return { total: rows.reduce((sum, { amount }) => sum + amount, 0), services }
}

function sumByDay({ since, counts, totals }: Downloads) {
  const days: Record<string, number> = {}
  for (const { day, downloads } of counts) days[day] = (days[day] ?? 0) + downloads
  return { since, ...totals, days }
}
