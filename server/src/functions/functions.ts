import type { EdgeFunction } from '@site/backend/application'
import type { SiteEdgeFunction } from '../../../supabase/functions/_shared/services.ts'
import { deliverMail } from '../../../supabase/functions/deliver-mail/deliver-mail.ts'
import { previewMail } from '../../../supabase/functions/preview-mail/preview-mail.ts'
import { sendContactEmail } from '../../../supabase/functions/send-contact-email/send-contact-email.ts'
import { sendNotifications } from '../../../supabase/functions/send-notifications/send-notifications.ts'
import type { MailService, MailServiceDependencies } from '../mail/mail-host.ts'
import { createEdgeFunctionServices } from './function-services.ts'

/** The edge functions of the folder supabase/functions, by name. A test checks that every function in the folder has an entry. */
export const SITE_EDGE_FUNCTIONS: ReadonlyMap<string, SiteEdgeFunction> = new Map([
  ['send-notifications', sendNotifications],
  ['send-contact-email', sendContactEmail],
  ['deliver-mail', deliverMail],
  ['preview-mail', previewMail],
])

/**
 * Returns the edge functions, bound to the services of this process. A function may continue to work after its response; `mail.close` waits
 * for it.
 */
export function createSiteEdgeFunctions(
  host: MailServiceDependencies,
  mail: MailService,
): ReadonlyMap<string, EdgeFunction> {
  return new Map(
    [...SITE_EDGE_FUNCTIONS].map(([name, run]) => [
      name,
      (request, caller) => {
        const response = run(request, createEdgeFunctionServices(host, mail, caller))
        mail.keepAlive(response.catch(() => {})) // the error is ignored only here; the caller handles the rejection of `response`
        return response
      },
    ]),
  )
}
