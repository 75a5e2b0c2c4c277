import { startWorker } from '@site/backend/worker'
import type { WebhookServices } from '../../../supabase/functions/_shared/services.ts'
import { drainTarget } from '../../../supabase/functions/_shared/webhooks/deliver-events.ts'
import { setWebhookTargets } from '../../../supabase/functions/_shared/webhooks/event-outbox.ts'
import { sendWebhookRequest } from '../../../supabase/functions/_shared/webhooks/send-request.ts'
import type { WebhookSettings } from '../../../supabase/functions/_shared/webhooks/targets.ts'
import { createEdgeFunctionServices } from '../functions/function-services.ts'
import type { MailService, MailServiceDependencies } from '../mail/mail-host.ts'
import { addAccountTrigger } from './account-trigger.ts'

/** The webhook service of this process. Edge functions get `services`. */
export type WebhookService = {
  services: WebhookServices
  /** Stops the workers: starts no new attempts, waits for those in progress, and aborts them after `LAST_CALL_MS`. */
  close(): Promise<void>
}

const ROUND_MS = 5_000
const LAST_CALL_MS = 7_000

/**
 * Stores the configured targets in the database, which then queues events for them, and starts a worker for each target, so that a slow
 * receiver does not delay the events of another target. When the database rejects the targets, for example during a move, the workers
 * retry.
 */
export async function openWebhookService(
  host: MailServiceDependencies,
  mail: Pick<MailService, 'mailer' | 'keepAlive'>,
  { targets, privateNetworks }: WebhookSettings,
): Promise<WebhookService> {
  const lastCall = new AbortController()
  const webhooks: WebhookServices = {
    targets,
    send: (request, signal) =>
      sendWebhookRequest(request, { privateNetworks }, AbortSignal.any([signal, lastCall.signal])),
  }
  const services = createEdgeFunctionServices({ ...host, payments: null, webhooks }, mail, {
    role: 'service_role',
    source: '',
  })
  let isKnown = false
  async function tellTargets(): Promise<void> {
    if (isKnown) return
    await setWebhookTargets(services, targets)
    if (targets.length > 0) await addAccountTrigger(host.database).catch(warn('webhook_trigger_not_created'))
    isKnown = true
  }
  const warn = (event: string) => (err: unknown) =>
    host.log.warn({ event, err }, 'Webhook events may not be queued until a later attempt succeeds')
  await tellTargets().catch(warn('webhook_targets_not_stored'))
  const workers = targets.map((target) =>
    startWorker(
      async (enough) => {
        await tellTargets()
        await drainTarget(target, services, enough)
      },
      { name: 'webhook', interval: ROUND_MS, log: host.log },
    ),
  )
  return {
    services: webhooks,
    async close() {
      const cut = setTimeout(() => lastCall.abort(), LAST_CALL_MS)
      await Promise.all(workers.map((worker) => worker.stop()))
      clearTimeout(cut)
    },
  }
}
