import { ConfigError } from '@site/backend/config'
import { startWorker } from '@site/backend/worker'
import * as v from 'valibot'
import { drainOutbox } from '../../../supabase/functions/_shared/deliver.ts'
import { mailSenderSchema } from '../../../supabase/functions/_shared/mail.ts'
import type { Mailer, WebhookServices } from '../../../supabase/functions/_shared/services.ts'
import { createSmtpMailer } from '../../../supabase/functions/_shared/smtp.ts'
import { createEdgeFunctionServices } from '../functions/function-services.ts'
import { createMailFileMailer } from './eml.ts'
import type { MailService, MailServiceDependencies } from './mail-host.ts'

const ROUND_MS = 10_000
const LAST_CALL_MS = 7_000
const WAKE_SOON_MS = 500

/** Rejects every webhook request: the mail worker sends none. The webhook service does (webhooks/webhook-service.ts). */
const NO_WEBHOOKS: WebhookServices = {
  targets: [],
  send: () => Promise.reject(new Error('The mail worker sends no webhooks.')),
}

/** Starts the mail service and its worker. Throws a ConfigError when MAIL_FROM is not a valid sender. */
export function openMailService(host: MailServiceDependencies): MailService {
  refuseWrongSender(host.config.mailFrom)
  const { smtpUrl, dataDir } = host.config
  const smtp = smtpUrl === null ? null : createSmtpMailer({ ...host.config, smtpUrl, product: host.product })
  const lastCall = new AbortController()
  const mailer = until(lastCall.signal, smtp ?? createMailFileMailer(dataDir, host.log))

  const works = new Set<Promise<unknown>>()
  function keepAlive(work: Promise<unknown>): void {
    const kept = work
      .catch((cause: unknown) => host.log.error({ event: 'fault', err: cause }))
      .finally(() => works.delete(kept))
    works.add(kept)
  }

  const services = createEdgeFunctionServices(
    { ...host, payments: null, webhooks: NO_WEBHOOKS },
    { mailer, keepAlive },
    { role: 'service_role', source: '' },
  )
  const worker = startWorker((enough) => drainOutbox(services, enough), {
    name: 'mail',
    interval: ROUND_MS,
    log: host.log,
  })
  let soon: NodeJS.Timeout | null = null
  return {
    mailer,
    wake: worker.wake,
    wakeSoon() {
      soon ??= setTimeout(() => {
        soon = null
        worker.wake()
      }, WAKE_SOON_MS)
    },
    keepAlive,
    async close() {
      if (soon !== null) clearTimeout(soon)
      const cut = setTimeout(() => lastCall.abort(), LAST_CALL_MS)
      await Promise.all([worker.stop(), ...works])
      clearTimeout(cut)
      smtp?.close()
    },
  }
}

/** Wraps a mailer so that its deliveries are also aborted by the given signal. */
function until(end: AbortSignal, { send, check }: Mailer): Mailer {
  return { send: (mail, signal) => send(mail, AbortSignal.any([signal, end])), check }
}

function refuseWrongSender(mailFrom: string | null): void {
  if (mailFrom === null || v.is(mailSenderSchema, mailFrom)) return
  throw new ConfigError('MAIL_FROM must be an address, or a name and an address such as Team <team@example.com>.')
}
