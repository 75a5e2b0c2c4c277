import { PERSONAL_DATA_RETENTION_DAYS } from '@site/contract/retention'
import { brand } from '../brand.ts'
import { createMailtoLink, type LegalText } from './legal.ts'
import { getProductPromise } from './promises.ts'

/**
 * The privacy policy; the specification prescribes the order of its sections. It describes how the software processes personal data, so
 * update it with every change of that processing.
 */
export const privacyPolicy: LegalText = {
  title: 'Privacy Policy',
  lead: 'Your photos are none of our business. What little else we learn, and what happens with it, is listed here.',
  effectiveFrom: '2026-11-21',
  sections: [
    {
      id: 'information-collected',
      title: 'Information we collect',
      blocks: [
        'We collect what you give us, and little else:',
        {
          list: [
            'When you sign up: your name and your email address, when you did so, and the wording about their use that you saw.',
            'When you write to us: your name, your email address and your message.',
            'If you make an account: your name, your email address, and your password in a form that cannot be read back. If you sign in with Google instead, Google tells us your name and address.',
            'When you pay, if early access is offered against payment: the amount and the number of the order. The payment is handled by a card payment provider. Your card number never reaches us.',
            'Anonymous analytics: the page notes that it was viewed and how far it was scrolled, without a name or a number that stands for you. These notes are written to the console of your own browser only. They are not sent to us or to anybody else.',
          ],
        },
        'This website sets no cookies and loads nothing from other companies until you ask for it: only when you press play does the demo video come from its video host, which then learns your network address, and only when you choose to sign in with Google are you taken there. If you sign in, your browser keeps that in its own storage until you sign out.',
        'To keep floods of automatic requests out, our server counts sign-ups and messages by network address, and sign-ups by email address. It keeps these counts for about a quarter of an hour, in a form that cannot be read back, and never together with your sign-up or your message.',
      ],
    },
    {
      id: 'photos-stay-private',
      title: 'Your photos stay private',
      blocks: [
        `${getProductPromise('nothing-uploaded').text} ${brand.name} opens and sorts them on your own device. We do not receive them, we cannot see them, and no copy of them exists with us.`,
        getProductPromise('offline').text,
      ],
    },
    {
      id: 'use-of-information',
      title: 'How we use information',
      blocks: [
        'We use your name and your address for these purposes, and no others:',
        {
          list: [
            'to give you access to the downloads and send you one welcome email;',
            `to send you notices about ${brand.name};`,
            'to sign you in, if you have made an account;',
            'to answer what you write to us;',
            'where you have paid, to keep the record of it and to refund you when you ask.',
          ],
        },
        'We keep them for as long as they serve these purposes, or until you ask us to delete them. Without your asking, these go by themselves:',
        {
          list: [
            `a message that you wrote to us, ${PERSONAL_DATA_RETENTION_DAYS.messages} days after you sent it;`,
            `to whom we sent an email, ${PERSONAL_DATA_RETENTION_DAYS.mails} days after it went out;`,
            `the amount and the number of an order that was never confirmed as paid, after ${PERSONAL_DATA_RETENTION_DAYS.paymentClaims} days.`,
          ],
        },
      ],
    },
    {
      id: 'sharing',
      title: 'Sharing',
      blocks: [
        'We do not sell your information and do not trade it. Others receive it only in two cases:',
        {
          list: [
            'Service providers that work for us: those who host this website and its database, those who deliver our email, and the card payment provider where there is a payment. They receive what that work needs, for that work only.',
            'A legal need: when the law or a court obliges us.',
          ],
        },
      ],
    },
    {
      id: 'security',
      title: 'Security',
      blocks: [
        'The best protection is to have little. What we do have is kept behind rules in the database itself: this website can add a sign-up but cannot read one back, neither yours nor anybody else’s. Email addresses are kept out of our log files.',
        'No system is perfectly safe. If something happens to your information, we tell you.',
      ],
    },
    {
      id: 'your-rights',
      title: 'Your rights',
      blocks: [
        'It is your information. You can ask us at any time to:',
        {
          list: [
            'show you what we have about you (access);',
            'put right what is wrong (correction);',
            'remove it (deletion);',
            'stop writing to you (opting out of marketing). We send no newsletter, and every email that we send says how to be removed.',
          ],
        },
        [
          'Write to ',
          createMailtoLink(brand.mailboxes.privacy),
          ' from the address it is about, so that we know it is you.',
        ],
      ],
    },
    {
      id: 'contact',
      title: 'Contact',
      blocks: [['Questions about privacy reach us at ', createMailtoLink(brand.mailboxes.privacy), '.']],
    },
  ],
}
