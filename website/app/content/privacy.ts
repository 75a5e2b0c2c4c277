import { PERSONAL_DATA_RETENTION_DAYS } from '@site/contract/retention'
import { brand } from '../brand.ts'
import { founders } from './founders.ts'
import { createMailtoLink, type LegalText } from './legal.ts'
import { getProductPromise } from './promises.ts'

const formatter = new Intl.ListFormat('en')

/**
 * Returns the privacy policy; the specification prescribes the order of its sections. The policy describes how the software processes
 * personal data, so update it with every change of that processing. `webhookReceivers` are the companies or programs that receive personal
 * data through webhooks. When the list is empty, the policy does not mention that data is passed on to them.
 */
export function createPrivacyPolicy(webhookReceivers: readonly string[]): LegalText {
  return {
    title: 'Privacy Policy',
    lead: 'We never see your photos. Here’s the little we do learn about you, and what we do with it.',
    effectiveFrom: '2026-11-28',
    sections: [
      {
        id: 'information-collected',
        title: 'Information we collect',
        blocks: [
          'We collect what you give us, and little else:',
          {
            list: [
              'When you sign up: your name, your email address, the date and time, and which wording of the note under the form you saw. If we ask you to confirm your sign-up: when you did.',
              'If we send you an invitation: when, and in which round of invitations.',
              'When you write to us: your name, your email address and your message.',
              'If you create an account: your name, your email address, and your password in a form that can’t be read back. If you sign in with Google instead, Google gives us your name and email address.',
              'If you pay for early access: the amount, its currency, and the numbers of the order and the payment. A card payment provider handles the payment, and your card number never reaches us.',
              'Anonymous analytics: the home page notes that you viewed it and how far you scrolled, without anything that identifies you. It writes these notes only to your own browser’s console. They aren’t sent to us or to anyone else. Our server counts how often each version of the app is downloaded in a day. It keeps the numbers and nothing about you, and it doesn’t count browsers that ask not to be tracked.',
            ],
          },
          'This website sets no cookies and loads nothing from other companies until you ask for it. If you press play, the demo video comes from its video host, which then learns your IP address. If you choose to sign in with Google, you go to Google. If you sign in, your browser remembers it in its own storage until you sign out. If you sign up, it remembers the day, and neither your name nor your address.',
          'To keep out floods of automated requests, our server counts sign-ups and messages by IP address, and sign-ups by email address. It keeps these counts for about 15 minutes, in a form that can’t be read back, and never together with your sign-up or your message.',
        ],
      },
      {
        id: 'photos-stay-private',
        title: 'Your photos stay private',
        blocks: [
          `${getProductPromise('nothing-uploaded').text} ${brand.name} opens and sorts them on your own device. We don’t receive them, we can’t see them, and we have no copy of them.`,
          getProductPromise('offline').text,
        ],
      },
      {
        id: 'use-of-information',
        title: 'How we use information',
        blocks: [
          'We use your name and email address for these things only:',
          {
            list: [
              'to give you access to the downloads, ask you to confirm your sign-up if we require it, and send you one welcome email;',
              `to send you notices about ${brand.name};`,
              'to sign you in, if you have an account;',
              'to answer your messages;',
              'if you’ve paid, to keep a record of it and refund you when you ask.',
            ],
          },
          'We keep them as long as we need them for that, or until you ask us to delete them. Some things we delete without being asked:',
          {
            list: [
              `a sign-up that we asked you to confirm and you didn’t, at the time our email names, after at most ${PERSONAL_DATA_RETENTION_DAYS.unconfirmedSignups} days (${PERSONAL_DATA_RETENTION_DAYS.paymentClaims} if it has an order);`,
              `a message you sent us, after ${PERSONAL_DATA_RETENTION_DAYS.messages} days;`,
              `the record of an email we sent you, after ${PERSONAL_DATA_RETENTION_DAYS.mails} days;`,
              `the amount and number of an order that isn’t confirmed as paid, after ${PERSONAL_DATA_RETENTION_DAYS.paymentClaims} days${webhookReceivers.length === 0 ? '.' : ';'}`,
              ...(webhookReceivers.length === 0
                ? []
                : [`the record of what we passed on, after ${PERSONAL_DATA_RETENTION_DAYS.events} days.`]),
            ],
          },
        ],
      },
      {
        id: 'sharing',
        title: 'Sharing',
        blocks: [
          `We don’t sell or trade your information. We share it in ${webhookReceivers.length === 0 ? 'two' : 'three'} cases only:`,
          {
            list: [
              'Service providers that work for us: they host this website and its database, deliver our email, and handle card payments. They get what they need for that work, and may use it for nothing else.',
              ...(webhookReceivers.length === 0
                ? []
                : [
                    `Tools that we work with: ${formatter.format(webhookReceivers)}. When you sign up, confirm an account, report a payment or write to us, our server passes on your name, your email address and what you wrote. When you ask us to remove your information, our server tells them too.`,
                  ]),
              'A legal need: when the law or a court requires it.',
            ],
          },
        ],
      },
      {
        id: 'security',
        title: 'Security',
        blocks: [
          'The best protection is to hold very little. What we do hold is guarded by rules in the database itself: this website can add a sign-up but can’t read one back, yours or anyone else’s. We keep email addresses out of our log files.',
          'No system is perfectly secure. If something happens to your information, we’ll tell you.',
        ],
      },
      {
        id: 'your-rights',
        title: 'Your rights',
        blocks: [
          'It’s your information. At any time, you can ask us to:',
          {
            list: [
              'show you what we have about you (access);',
              'fix what’s wrong (correction);',
              'remove it (deletion);',
              'stop writing to you (opting out of marketing). We don’t send a newsletter, and every email we do send says how to be removed.',
            ],
          },
          [
            'Write to ',
            createMailtoLink(brand.mailboxes.privacy),
            ' from the email address in question, so that we know it’s you.',
          ],
        ],
      },
      {
        id: 'contact',
        title: 'Contact',
        blocks: [
          [
            `“We” are ${founders.names}, who make ${brand.name}. If you have a question about privacy, write to `,
            createMailtoLink(brand.mailboxes.privacy),
            '.',
          ],
        ],
      },
    ],
  }
}

/** The privacy policy of this site, with the webhook receivers of its brand. */
export const privacyPolicy: LegalText = createPrivacyPolicy(brand.webhookReceivers)
