import type { SiteFunction } from '../../../supabase/functions/_shared/services.ts'
import { deliverMail } from '../../../supabase/functions/deliver-mail/deliver-mail.ts'
import { sendContactEmail } from '../../../supabase/functions/send-contact-email/send-contact-email.ts'
import { sendNotifications } from '../../../supabase/functions/send-notifications/send-notifications.ts'

/** The functions of supabase/functions by name. A test checks that every folder there has an entry. */
export const functions: ReadonlyMap<string, SiteFunction> = new Map([
  ['send-notifications', sendNotifications],
  ['send-contact-email', sendContactEmail],
  ['deliver-mail', deliverMail],
])
