import type { ComposedMail } from '../mail.ts'
import { composeMail } from './compose.ts'
import { MAIL_KINDS } from './kinds.ts'
import type { MailBrand } from './mail-content.ts'
import { sampleMailData } from './sample-data.ts'

/** A sample brand (product texts and site origin), for tests and for screenshots of mails. */
export const sampleMailBrand: MailBrand = {
  product: {
    name: 'Fondly',
    domain: 'fondly.example',
    tagline: 'Keep the photos you’ll look back on, fondly.',
    mailboxes: { team: 'team@fondly.example', support: 'support@fondly.example', privacy: 'privacy@fondly.example' },
    promises: [
      { id: 'free-beta', text: 'The Fondly beta is free.' },
      { id: 'lifetime-access', text: 'Early access means lifetime access.' },
      { id: 'nothing-uploaded', text: 'Your photos never leave your computer.' },
    ],
    founders: { names: 'Hannah and Sam', signature: 'Hannah & Sam' },
    samples: [],
    downloadsBucket: 'downloads',
    installerBases: [],
    releaseKeys: [],
    webhookReceivers: [],
  },
  siteUrl: 'https://www.fondly.example',
}

/** Returns one composed mail of every kind. */
export function composeSampleMails(recipient = 'ada@example.com', id = '7d1c'): { kind: string; mail: ComposedMail }[] {
  return Object.keys(MAIL_KINDS).map((kind) => {
    const row = { id, kind, recipient: kind === 'contact_message' ? null : recipient, data: sampleMailData }
    return { kind, mail: composeMail(row, sampleMailBrand, null) }
  })
}
