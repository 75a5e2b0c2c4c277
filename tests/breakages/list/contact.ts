import { browserTests, websiteTests } from '../../whole/spec-coverage/tests-by-file.ts'
import type { HandWrittenMutant } from '../breakage.ts'

/** Mutation testing: hand-written defects in the contact dialog (sections 2, 4, 7 and 8 of docs/requirements.md). */
export const contactMutants: readonly HandWrittenMutant[] = [
  {
    breaks: ['R2.59'],
    what: 'the message has two rows',
    file: 'website/app/dialogs/contact/contact-form.tsx',
    find: 'rows={4}',
    replace: 'rows={2}',
    caughtBy: browserTests.contact(
      'the contact form has required name, email and message fields, the message with four rows',
    ),
  },
  {
    breaks: ['R2.59'],
    what: 'the contact dialog has another title',
    file: 'website/app/dialogs/contact/form.ts',
    find: "title: 'Contact the Founders'",
    replace: "title: 'Contact us'",
    caughtBy: browserTests.contact(
      'the contact form has required name, email and message fields, the message with four rows',
    ),
  },
  {
    breaks: ['R2.59'],
    what: 'Cancel is gone',
    file: 'website/app/dialogs/contact/contact-form.tsx',
    find: 'variant="outline" className="grow" onClick={onCancel}',
    replace: 'variant="outline" className="hidden" onClick={onCancel}',
    caughtBy: browserTests.contact(
      'the contact form has required name, email and message fields, the message with four rows',
    ),
  },
  {
    breaks: ['R5.30'],
    what: 'the address is a text like any other',
    file: 'website/app/dialogs/contact/contact-form.tsx',
    find: '        type="email"\n',
    replace: '        type="text"\n',
    caughtBy: browserTests.contact(
      'the contact form has required name, email and message fields, the message with four rows',
    ),
  },
  {
    breaks: ['R2.60', 'R4.5'],
    what: 'a sent message is not confirmed in the dialog',
    file: 'website/app/dialogs/contact/contact-form.tsx',
    find: '      onSent(outcome.email)\n',
    replace: '',
    caughtBy: browserTests.contact('a contact message is stored and mailed to the team, and the dialog confirms it'),
  },
  {
    breaks: ['R2.60'],
    what: 'the success view has another title',
    file: 'website/app/dialogs/contact/form.ts',
    find: "sentTitle: 'Message Sent!'",
    replace: "sentTitle: 'Thank you!'",
    caughtBy: browserTests.contact('a contact message is stored and mailed to the team, and the dialog confirms it'),
  },
  {
    breaks: ['R4.6', 'R2.60'],
    what: 'Close of the success view does nothing',
    file: 'website/app/dialogs/contact/sent.tsx',
    find: '<Button variant="outline" className="mt-3" onClick={onClose}>',
    replace: '<Button variant="outline" className="mt-3">',
    caughtBy: browserTests.contact('the contact form is empty when reopened after a message was sent'),
  },
  {
    breaks: ['R4.6'],
    what: 'the next opening shows what was sent before',
    file: 'website/app/dialogs/form-dialog.tsx',
    find: 'setFormKey((before) => before + 1)',
    replace: 'setFormKey((before) => before)',
    caughtBy: browserTests.contact('the contact form is empty when reopened after a message was sent'),
  },
  {
    breaks: ['R8.11'],
    what: 'a failed message looks like a success',
    file: 'website/app/dialogs/contact/contact-form.tsx',
    find: "showToast({ kind: 'error', ...contactToasts.failed",
    replace: "showToast({ kind: 'success', ...contactToasts.failed",
    caughtBy: browserTests.contact(
      'a send-contact-email response with status 400 and a message shows an error toast and keeps the input of the contact form',
    ),
  },
  {
    breaks: ['R8.11'],
    what: 'the toast of a failed message has another title',
    file: 'website/app/dialogs/contact/form.ts',
    find: "title: 'Error', text: reason",
    replace: "title: 'Sorry', text: reason",
    caughtBy: browserTests.contact(
      'a send-contact-email response with status 400 and a message shows an error toast and keeps the input of the contact form',
    ),
  },
  {
    breaks: ['R7.7', 'R8.11'],
    what: 'the words of the function are not shown',
    file: 'website/app/backend/contact.ts',
    find: 'reason: messageOf(body) ?? CONTACT_ERRORS.unsent',
    replace: 'reason: CONTACT_ERRORS.unsent',
    caughtBy: browserTests.contact(
      'a send-contact-email response with status 400 and a message shows an error toast and keeps the input of the contact form',
    ),
  },
  {
    breaks: ['R8.12'],
    what: 'a refusal without words is told otherwise',
    file: 'contract/errors.ts',
    find: "unsent: 'Failed to send email'",
    replace: "unsent: 'Email sending failed'",
    caughtBy: browserTests.contact(
      'a send-contact-email response with status 500 and no message shows an error toast and keeps the input of the contact form',
    ),
  },
  {
    breaks: ['R7.7', 'R8.12'],
    what: 'an answer of no counts as sent',
    file: 'website/app/backend/contact.ts',
    find: 'data.success === true',
    replace: 'data.success !== undefined',
    caughtBy: browserTests.contact(
      'a send-contact-email response with success false and no message shows an error toast and keeps the input of the contact form',
    ),
  },
  {
    breaks: ['R8.13'],
    what: 'a server that is away is told otherwise',
    file: 'contract/errors.ts',
    find: "unstored: 'Failed to send message. Please try again.'",
    replace: "unstored: 'Failed to send message.'",
    caughtBy: browserTests.contact(
      'when the server is unreachable, the contact form keeps its input, and the next attempt succeeds',
    ),
  },
  {
    breaks: ['R8.14'],
    what: 'a sent message is told otherwise',
    file: 'website/app/dialogs/contact/form.ts',
    find: "Thank you for contacting us. We'll get back to you soon!",
    replace: 'Thank you!',
    caughtBy: browserTests.contact('a contact message is stored and mailed to the team, and the dialog confirms it'),
  },
  {
    breaks: ['R3.10', 'R7.6', 'R6.5'],
    what: 'the message itself is not sent',
    file: 'website/app/dialogs/contact/submit.ts',
    find: 'await send(checked.message)',
    replace: "await send({ ...checked.message, message: '' })",
    caughtBy: websiteTests.contactSubmit(
      'submitContact sends the message with normalised fields and returns the email address for the reply',
    ),
  },
  {
    breaks: ['R5.29'],
    what: 'a message may be empty',
    file: 'contract/contact.ts',
    find: '  v.nonEmpty(VALIDATION_ERRORS.messageRequired),\n',
    replace: '',
    caughtBy: websiteTests.contactSubmit(
      'submitContact rejects empty fields, an invalid email address and a message that is too long',
    ),
  },
]
