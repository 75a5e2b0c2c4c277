import { formatTable } from '../view/table.ts'
import { formatLocalDateTime } from '../view/text.ts'
import type { RequestedPlan, WaveSettings } from './request-plan.ts'
import type { WavePlan } from './wave-rows.ts'

const SHOWN_UNKNOWN = 10

/** Formats a plan for the operator: the number, the first ten people, and who is left out. `wave` is null for a plan without a name. */
export function formatWavePlan(wave: string | null, requested: RequestedPlan): string {
  const { plan, repeated, settings } = requested
  const { would_invite: count, first, is_started, invited, size } = plan
  const who = wave === null ? 'The wave' : `The wave ${wave}`
  const started = is_started ? [`It has invited ${invited} of ${size} so far.`] : []
  const table = formatTable(
    [
      { title: 'Signed up', cell: ({ created_at }) => formatLocalDateTime(created_at) },
      { title: 'Address', cell: ({ email }) => email, most: 60 },
      { title: 'Name', cell: ({ name }) => name, most: 60 },
    ],
    first,
  )
  const more = count > first.length ? `\nand ${count - first.length} more` : ''
  const people = first.length === 0 ? [] : ['', `${table}${more}`, '']
  return [
    `${who} would invite ${formatPeople(count)}. ${formatSpots(plan.spots - count)} would be left of ${plan.spots}.`,
    ...started,
    ...formatShortage(requested, { invited: count, total: invited + count, spots: plan.spots - count }),
    ...people,
    ...formatLeftOut(plan, repeated),
    ...formatSettings(settings),
  ].join('\n')
}

/**
 * The numbers of people that a wave invited in this run (`invited`) and in all its runs (`total`), and of the spots left after this run.
 */
export type SentPeople = { invited: number; total: number; spots: number }

/** Returns a line that says why a wave invites fewer people than requested, or an empty list when it invites all of them. */
export function formatShortage({ plan, selection }: RequestedPlan, { invited, total, spots }: SentPeople): string[] {
  const wanted = 'emails' in selection ? plan.eligible : plan.size - plan.invited
  if (invited >= wanted || total >= plan.size) return []
  const reason = plan.eligible > invited && spots === 0 ? 'there are no more spots' : 'nobody else can be invited'
  return [`Only ${invited} of ${wanted}, because ${reason}.`]
}

/** Returns lines that say how many people are left out, and why. `repeated` is the number of duplicate addresses in a list. */
export function formatLeftOut({ left_out, unknown }: WavePlan, repeated: number): string[] {
  const { invited, flagged, verified, unreachable, erased, unconfirmed = 0 } = left_out
  const reasons: [number, string][] = [
    [invited, 'invited before'],
    [unconfirmed, 'not confirmed yet (signups list --status unconfirmed)'],
    [flagged, 'to review first (signups list --flagged; --status flagged invites them)'],
    [verified, 'with a verified payment, which gives access (--status verified invites them)'],
    [unreachable, 'with an address that takes no email (mail list --state given-up)'],
    [erased, 'erased, but restored by a backup (privacy erase-again)'],
  ]
  const shown = unknown.slice(0, SHOWN_UNKNOWN).join(', ')
  const rest = unknown.length > SHOWN_UNKNOWN ? ', …' : ''
  return [
    ...reasons.filter(([count]) => count > 0).map(([count, reason]) => `Left out: ${count} ${reason}.`),
    ...(unknown.length > 0 ? [`Not signed up: ${unknown.length} of the list: ${shown}${rest}`] : []),
    ...(repeated > 0 ? [`Repeated in the list: ${repeated}.`] : []),
  ]
}

function formatSettings({ isPaused, countsDown }: WaveSettings): string[] {
  return [
    ...(countsDown ? ['New sign-ups take spots too. To keep them for waves: settings set count_down_spots false'] : []),
    ...(isPaused ? ['ALL MAIL IS PAUSED: invitations wait in the outbox. See: mail list'] : []),
  ]
}

/** Formats a number of people: 1 person, 3 people. */
export function formatPeople(count: number): string {
  return `${count} ${count === 1 ? 'person' : 'people'}`
}

function formatSpots(count: number): string {
  return `${count} ${count === 1 ? 'spot' : 'spots'}`
}
