import { type ContactMessage, contactSchema } from '@site/contract/contact'
import * as v from 'valibot'
import { founders } from '../../content/founders.ts'

/** The first validation error of each field in the contact form. */
export type ContactFieldErrors = { [Field in keyof ContactMessage]?: string }

/** All texts of the contact dialog. */
export const contactWords = {
  title: 'Contact the Founders',
  subtitle: 'A question, an idea, something that went wrong? One of us will read it and reply by email.',
  name: 'Full Name',
  email: 'Email Address',
  message: 'Message',
  cancel: 'Cancel',
  submit: 'Send Message',
  sending: 'Sending...',
  close: 'Close',
  failed: 'Nothing you typed is lost. Try again, or email',
  sentTitle: 'Message Sent!',
  sentText: `It’s on its way to ${founders.names}. They’ll reply to`,
} as const

/** Texts of the contact form's toasts, with the exact wording of the spec's error catalogue. */
export const contactToasts = {
  sent: { title: 'Message Sent!', text: "Thank you for contacting us. We'll get back to you soon!" },
  failed: (reason: string) => ({ title: 'Error', text: reason }),
} as const

/** Validates name, e-mail address and message. Returns the contact message to send, or the validation errors. */
export function validateContactFields(
  typed: ContactMessage,
): { message: ContactMessage } | { faults: ContactFieldErrors } {
  const result = v.safeParse(contactSchema, typed)
  if (result.success) return { message: result.output }
  const { name, email, message } = v.flatten<typeof contactSchema>(result.issues).nested ?? {}
  return {
    faults: {
      ...(name && { name: name[0] }),
      ...(email && { email: email[0] }),
      ...(message && { message: message[0] }),
    },
  }
}
