import type { ComposedMail } from '../mail.ts'
import { composeMail } from './compose.ts'
import { MAIL_KINDS } from './kinds.ts'
import type { MailBrand } from './mail-content.ts'

/** A sample brand (product texts and site origin), for tests and for screenshots of mails. */
export const sampleMailBrand: MailBrand = {
  product: {
    name: 'Fondly',
    domain: 'fondly.example',
    tagline: 'Keep the photos you’ll look back on, fondly.',
    mailboxes: { team: 'team@fondly.example', support: 'support@fondly.example', privacy: 'privacy@fondly.example' },
    promises: [{ id: 'free', text: 'Kept & yours' }],
    testimonialsAreSamples: true,
    filmIsSample: true,
    downloadsBucket: 'downloads',
    installerBases: [],
    releaseKeys: [],
    webhookReceivers: [],
  },
  siteUrl: 'https://www.fondly.example',
}

/** Sample data for composing mails. It contains the fields of every kind of mail. */
export const sampleMailData = {
  code: '048213',
  minutes: 60,
  path: `/#confirm?token_hash=${'4711990815'.repeat(6)}&type=signup`,
  notice: 'password_changed',
  ceiling: 'mails',
  at: '2026-03-05T14:07:00.000Z',
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  message: 'Hello.\n\nDoes it read https://example.com/a/long/address/that/no/program/breaks/anywhere.html?\n\nBye.',
}

/** Returns one composed mail of every kind. */
export function composeSampleMails(recipient = 'ada@example.com', id = '7d1c'): { kind: string; mail: ComposedMail }[] {
  return Object.keys(MAIL_KINDS).map((kind) => {
    const row = { id, kind, recipient: kind === 'contact_message' ? null : recipient, data: sampleMailData }
    return { kind, mail: composeMail(row, sampleMailBrand, null) }
  })
}
