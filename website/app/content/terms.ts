import { brand } from '../brand.ts'
import { founders } from './founders.ts'
import { createMailtoLink, type LegalText } from './legal.ts'
import { backupAdvice, getProductPromise } from './promises.ts'

/**
 * The terms of use; the specification prescribes the order of the sections. They were not written by a lawyer, so have a lawyer review them
 * before publishing the site.
 */
export const termsOfService: LegalText = {
  title: 'Terms of Service',
  lead: `What you can expect from ${brand.name}, and what we ask of you.`,
  effectiveFrom: '2026-11-28',
  sections: [
    {
      id: 'acceptance',
      title: 'Acceptance of these terms',
      blocks: [
        `By using this website, or by downloading or using ${brand.name}, you accept these terms. If you don’t agree with them, please don’t use ${brand.name}.`,
        `${brand.name} is in beta: we’re still working on it, it may have bugs, and parts of it will change. ${backupAdvice}`,
        'If we change these terms, you’ll find the new wording on this page, with a new date under “Effective from.”',
      ],
    },
    {
      id: 'use-license',
      title: 'Use license',
      blocks: [
        `You may install and use one copy of ${brand.name} on each of your devices, for personal, non-commercial purposes. This is a license to use the software; the software itself remains ours.`,
        'Under this license you may not:',
        {
          list: [
            'change the software or make anything based on it;',
            'use it for a commercial purpose;',
            'decompile or otherwise reverse engineer it, unless the law allows it whatever a contract says;',
            'remove copyright notices or other marks of ownership from it.',
          ],
        },
        [
          'Photographers and content creators may sort their own photos like everyone else. Sorting photos for clients or for a business is a commercial purpose. If that’s what you have in mind, please write to us first, at ',
          createMailtoLink(brand.mailboxes.team),
          '.',
        ],
        `If you break these rules, the license ends, and you must stop using ${brand.name} and delete your copies.`,
      ],
    },
    {
      id: 'privacy-and-data',
      title: 'Privacy and data',
      blocks: [
        `${getProductPromise('nothing-uploaded').text} ${brand.name} opens and sorts them on your own device, and they stay yours. ${getProductPromise('offline').text}`,
        [
          'Our ',
          { text: 'Privacy Policy', href: '/privacy' },
          ' says what this website learns about you when you sign up or write to us, and what we do with it.',
        ],
      ],
    },
    {
      id: 'payment-terms',
      title: 'Payment terms',
      blocks: [
        `${getProductPromise('free-beta').text} Signing up costs nothing, and we don’t ask for a card.`,
        `If we do charge for early access, it’s a one-time payment. ${getProductPromise('lifetime-access').text} ${getProductPromise('no-subscription').text} You see the price before you pay, and a card payment provider handles the payment.`,
        'Apart from the satisfaction guarantee below and the rights the law gives you anyway, all sales are final.',
      ],
    },
    {
      id: 'satisfaction-guarantee',
      title: 'Satisfaction guarantee',
      blocks: [
        `We give you a 100% satisfaction guarantee. ${getProductPromise('refund').text}`,
        [
          'To ask for your refund, write to ',
          createMailtoLink(brand.mailboxes.support),
          ' from the email address you paid with. You don’t have to say why.',
        ],
      ],
    },
    {
      id: 'contact',
      title: 'Contact',
      blocks: [
        [
          `“We” are ${founders.names}, who make ${brand.name}. If you have a question about these terms, write to `,
          createMailtoLink(brand.mailboxes.team),
          '.',
        ],
      ],
    },
  ],
}
