import type { EdgeFunction, IncomingWebhook } from '@site/backend/application'
import type { SiteEdgeFunction, SiteIncomingWebhook } from '../../../supabase/functions/_shared/services.ts'
import { deliverMail } from '../../../supabase/functions/deliver-mail/deliver-mail.ts'
import { deliverWebhooks } from '../../../supabase/functions/deliver-webhooks/deliver-webhooks.ts'
import { paymentWebhook } from '../../../supabase/functions/payment-webhook/payment-webhook.ts'
import { previewMail } from '../../../supabase/functions/preview-mail/preview-mail.ts'
import { sendContactEmail } from '../../../supabase/functions/send-contact-email/send-contact-email.ts'
import { sendNotifications } from '../../../supabase/functions/send-notifications/send-notifications.ts'
import type { MailService } from '../mail/mail-host.ts'
import { createEdgeFunctionServices, type EdgeFunctionDependencies } from './function-services.ts'

/** The edge functions of the folder supabase/functions, by name. */
export const SITE_EDGE_FUNCTIONS: ReadonlyMap<string, SiteEdgeFunction> = new Map([
  ['send-notifications', sendNotifications],
  ['send-contact-email', sendContactEmail],
  ['deliver-mail', deliverMail],
  ['deliver-webhooks', deliverWebhooks],
  ['preview-mail', previewMail],
])

/**
 * The functions of the folder supabase/functions that servers of other companies call, by name. A test checks that every folder is in one of
 * the two lists.
 */
export const SITE_INCOMING_WEBHOOKS: ReadonlyMap<string, SiteIncomingWebhook> = new Map([
  ['payment-webhook', paymentWebhook],
])

/**
 * Returns the edge functions. They run with the database, mail and log of this process. A function may continue to work after its response;
 * `mail.close` waits for it.
 */
export function createSiteEdgeFunctions(
  host: EdgeFunctionDependencies,
  mail: MailService,
): ReadonlyMap<string, EdgeFunction> {
  return new Map([...SITE_EDGE_FUNCTIONS].map(([name, run]) => [name, bind(run, host, mail)]))
}

/** Returns the functions that servers of other companies call. They run with the database, mail and log of this process. */
export function createSiteIncomingWebhooks(
  host: EdgeFunctionDependencies,
  mail: MailService,
): ReadonlyMap<string, IncomingWebhook> {
  return new Map(
    [...SITE_INCOMING_WEBHOOKS].map(([name, webhook]) => [
      name,
      { ...webhook, bodyLimitBytes: webhook.bodyLimitBytes(host.payments), run: bind(webhook.run, host, mail) },
    ]),
  )
}

function bind(run: SiteEdgeFunction, host: EdgeFunctionDependencies, mail: MailService): EdgeFunction {
  return (request, caller) => {
    const response = run(request, createEdgeFunctionServices(host, mail, caller))
    mail.keepAlive(response.catch(() => {})) // the error is ignored only here; the caller handles the rejection of `response`
    return response
  }
}
