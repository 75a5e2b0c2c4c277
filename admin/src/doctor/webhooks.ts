import { readProduct } from '../release/product.ts'
import { type WebhookCounts, webhookCountsSchema } from '../rows.ts'
import { callRpc } from '../site.ts'
import { isSendingHeld } from '../site-settings/read.ts'
import { formatLocalDateTime, pluralise } from '../view/text.ts'
import { advice, broken, type DoctorCheck, type DoctorFinding, ok } from './finding.ts'

const WHAT = 'webhooks'
const LATE_SECONDS = 15 * 60

/** Checks that every webhook target accepts its events in time, and that the privacy policy names the receivers of personal data. */
export const checkWebhooks: DoctorCheck = async function* ({ site, env }) {
  const targets = await callRpc(site, webhookCountsSchema, 'count_webhooks')
  const isHeld = await isSendingHeld(site)
  for (const counts of targets) {
    const { target, waiting, dead } = counts
    if (counts.is_configured) yield checkConfigured(counts, isHeld)
    else if (waiting > 0)
      yield advice(WHAT, `${pluralise(waiting, 'event')} wait for ${target}, which is no longer in WEBHOOKS`)
    if (dead > 0)
      yield advice(WHAT, `${pluralise(dead, 'event')} for ${target} given up: webhooks list, then webhooks replay`)
  }
  const sendsPersonalData = targets.some(({ is_configured, has_personal_data }) => is_configured && has_personal_data)
  if (sendsPersonalData && (await readProduct(env)).webhookReceivers.length === 0) {
    yield advice(
      WHAT,
      'a target gets personal data, and the privacy policy names no receiver: webhookReceivers in brand.ts',
    )
  }
}

function checkConfigured(counts: WebhookCounts, isHeld: boolean): DoctorFinding {
  const { target, is_stopped, failing_since, overdue_seconds, waiting } = counts
  if (isHeld)
    return advice(WHAT, `${target}: nothing has been sent since a restore, ${waiting} waiting; to send them: resume`)
  if (is_stopped) {
    const way = `once it is back: webhooks replay --target ${target}`
    return broken(WHAT, `${target} responded 410 Gone, ${waiting} waiting; ${way}`)
  }
  if (failing_since !== null) {
    const since = formatLocalDateTime(failing_since)
    return advice(WHAT, `${target} has not accepted an event since ${since}, ${waiting} waiting: webhooks list`)
  }
  if (overdue_seconds > LATE_SECONDS) {
    const due = `an event for ${target} has been due for ${Math.round(overdue_seconds / 60)} minutes`
    return broken(WHAT, `${due}: no server or schedule sends events`)
  }
  return ok(WHAT, `${target}: ${waiting === 0 ? 'nothing is waiting' : `${waiting} waiting, none late`}`)
}
