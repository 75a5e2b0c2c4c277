import { readProduct } from '../release/product.ts'
import { type WebhookCounts, webhookCountsSchema } from '../rows.ts'
import { callRpc } from '../site.ts'
import { isSendingHeld } from '../site-settings/read.ts'
import { formatLocalDateTime, pluralise } from '../view/text.ts'
import {
  createAdviceFinding,
  createBrokenFinding,
  createOkFinding,
  type DoctorCheck,
  type DoctorFinding,
} from './finding.ts'

const WHAT = 'webhooks'
const LATE_SECONDS = 15 * 60

/** Checks that every webhook target accepts its events in time, and that the privacy policy names the receivers of personal data. */
export const checkWebhooks: DoctorCheck = async ({ site, env }) => {
  const targets = await callRpc(site, webhookCountsSchema, 'count_webhooks')
  const isHeld = await isSendingHeld(site)
  const findings = targets.flatMap((counts) => checkTarget(counts, isHeld))
  if (targets.some(({ is_configured, has_personal_data }) => is_configured && has_personal_data)) {
    const { webhookReceivers } = await readProduct(env)
    if (webhookReceivers.length === 0) {
      findings.push(
        createAdviceFinding(
          WHAT,
          'a target gets personal data, and the privacy policy names no receiver: webhookReceivers in brand.ts',
        ),
      )
    }
  }
  return findings
}

function checkTarget(counts: WebhookCounts, isHeld: boolean): DoctorFinding[] {
  const { target, is_configured, waiting, dead } = counts
  const findings: DoctorFinding[] = []
  if (!is_configured) {
    if (waiting > 0)
      findings.push(
        createAdviceFinding(WHAT, `${pluralise(waiting, 'event')} wait for ${target}, which is no longer in WEBHOOKS`),
      )
  } else findings.push(isHeld ? createHeldFinding(counts) : checkConfigured(counts))
  if (dead > 0) {
    findings.push(
      createAdviceFinding(
        WHAT,
        `${pluralise(dead, 'event')} for ${target} given up: webhooks list, then webhooks replay`,
      ),
    )
  }
  return findings
}

function createHeldFinding({ target, waiting }: WebhookCounts): DoctorFinding {
  return createAdviceFinding(
    WHAT,
    `${target}: nothing has been sent since a restore, ${waiting} waiting; to send them: resume`,
  )
}

function checkConfigured({
  target,
  is_stopped,
  failing_since,
  overdue_seconds,
  waiting,
}: WebhookCounts): DoctorFinding {
  if (is_stopped) {
    return createBrokenFinding(
      WHAT,
      `${target} responded 410 Gone, ${waiting} waiting; once it is back: webhooks replay --target ${target}`,
    )
  }
  if (failing_since !== null) {
    return createAdviceFinding(
      WHAT,
      `${target} has not accepted an event since ${formatLocalDateTime(failing_since)}, ${waiting} waiting: webhooks list`,
    )
  }
  if (overdue_seconds > LATE_SECONDS) {
    return createBrokenFinding(
      WHAT,
      `an event for ${target} has been due for ${Math.round(overdue_seconds / 60)} minutes: no server or schedule sends events`,
    )
  }
  return createOkFinding(WHAT, `${target}: ${waiting === 0 ? 'nothing is waiting' : `${waiting} waiting, none late`}`)
}
