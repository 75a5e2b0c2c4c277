import type { MailBrand } from './mail-content.ts'

/** Returns the footer of a welcome mail or an invitation: why the mail was sent, and how the recipient can have their data removed. */
export function formatWelcomeMailReason({ product }: MailBrand): string {
  return (
    `You’re getting this email because this address signed up for early access to ${product.name} at ${product.domain}. ` +
    `If that wasn’t you, or you’d like to be removed, write to ${product.mailboxes.privacy} and we’ll delete your entry.`
  )
}
