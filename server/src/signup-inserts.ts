import type { MetricsRegistry } from '@site/backend/metrics/metrics'
import type { TableInsertExtension } from '@site/backend/rest/table-inserts'
import type { MailService } from './mail/mail-host.ts'
import { signupAttemptCounter } from './signup-attempts.ts'
import { createRejectedSignupCounter, createSignupCounter } from './signup-metrics.ts'

/**
 * What this site adds to inserts of sign-ups: rate limits, batching of the columns that anonymous callers may fill (docs/decisions.md,
 * "Concurrent inserts are stored in batches"), metrics, and a wake-up of the mail worker, so that it sends the welcome mail.
 */
export function createSignupInsertExtension(
  metrics: MetricsRegistry,
  mail: Pick<MailService, 'wakeSoon'>,
): TableInsertExtension {
  const countAccepted = createSignupCounter(metrics)
  return {
    attempts: signupAttemptCounter,
    batching: {
      columns: ['name', 'email', 'is_paid', 'amount', 'order_id'],
      store: 'private.sign_up_together',
    },
    refused: createRejectedSignupCounter(metrics),
    accepted(rows) {
      countAccepted(rows)
      mail.wakeSoon()
    },
  }
}
