import type * as v from 'valibot'
import { type mailTroubleSchema, outboxMailCountsSchema } from '../rows.ts'
import { callRpc, type SiteClient } from '../site.ts'
import { readSettingValues } from '../site-settings/read.ts'
import { formatLocalDateTime, pluralise } from '../view/text.ts'

const LATE_SECONDS = 15 * 60

type MailCounts = v.InferOutput<typeof outboxMailCountsSchema>

export type MailTrouble = v.InferOutput<typeof mailTroubleSchema>

/** Whether an operator paused all mail, the statistics of the outbox, and what keeps mails waiting. */
export type MailState = { paused: boolean; counts: MailCounts; trouble: MailTrouble | null }

/** Reads the state of the outbox: `doctor`, `today`, `mail list` and the console describe it in the same words. */
export async function readMailState(site: SiteClient): Promise<MailState> {
  const counts = await callRpc(site, outboxMailCountsSchema, 'count_mail')
  const { mail_paused, sending_held } = await readSettingValues(site, ['mail_paused', 'sending_held'])
  const paused = mail_paused === 'true'
  return { paused, counts, trouble: findMailTrouble(counts, { isHeld: sending_held === 'true', isPaused: paused }) }
}

/** Returns what keeps mails waiting, or null when they are sent as they come. */
function findMailTrouble(
  counts: MailCounts,
  { isHeld, isPaused }: { isHeld: boolean; isPaused: boolean },
): MailTrouble | null {
  const { failing_since, failure, resumes_at, waiting, overdue_seconds } = counts
  const isLate = overdue_seconds > LATE_SECONDS
  const due = `the oldest has been due for ${pluralise(Math.round(overdue_seconds / 60), 'minute')}`
  if (isHeld)
    return { kind: 'held', text: `nothing has been sent since a restore, ${waiting} waiting`, command: 'resume' }
  if (isPaused) return { kind: 'paused', text: `paused, ${waiting} waiting`, command: 'mail pause --off' }
  if (failing_since !== null && (counts.is_failing || isLate)) {
    const since = formatLocalDateTime(failing_since)
    const next = resumes_at === null ? '' : `; next attempt: ${formatLocalDateTime(resumes_at)}`
    const text = `${waiting} waiting: the mail server has accepted no mail since ${since} (${failure ?? 'unknown'})${next}`
    return { kind: 'failing', text, command: null }
  }
  if (counts.is_limited) {
    const sent = `${counts.sent_last_hour} were sent in the last hour`
    return {
      kind: 'limited',
      text: `${waiting} waiting for the hourly limit, ${sent}; ${due}`,
      command: 'settings set mail_per_hour',
    }
  }
  return isLate ? { kind: 'late', text: `${waiting} waiting, ${due}: no server is sending mail`, command: null } : null
}

/** Formats the trouble as one line of text for the terminal, with the command that ends it. */
export function formatMailTrouble({ text, command }: MailTrouble): string {
  return command === null ? text : `${text}; to send them: ${command}`
}
