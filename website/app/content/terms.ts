import { brand } from '../brand.ts'
import { createMailtoLink, type LegalText } from './legal.ts'
import { getProductPromise } from './promises.ts'

/**
 * The terms of use; the specification prescribes the order of the sections. They were not written by a lawyer, so have a lawyer review them
 * before publishing the site.
 */
export const termsOfService: LegalText = {
  title: 'Terms of Service',
  lead: `What you may expect of ${brand.name}, and what we ask of you.`,
  effectiveFrom: '2026-11-21',
  sections: [
    {
      id: 'acceptance',
      title: 'Acceptance of these terms',
      blocks: [
        `By using this website, or by downloading or using ${brand.name}, you accept these terms. If you do not agree with them, please do not use ${brand.name}.`,
        `${brand.name} is in beta: it is still being made, it can have mistakes, and parts of it will change. As with any program that works with your photos, keep a backup of them.`,
        'When these terms change, the new wording appears on this page with a new date under “Effective from”.',
      ],
    },
    {
      id: 'use-licence',
      title: 'Use licence',
      blocks: [
        `We permit you to install and use one copy of ${brand.name} on each of your devices, for personal, non-commercial purposes. This is a licence to use the software; the software itself stays ours.`,
        'Under this licence you may not:',
        {
          list: [
            'change the software, or make works derived from it;',
            'use it for a commercial purpose;',
            'decompile or otherwise reverse engineer it, except where the law allows that whatever a contract says;',
            'remove copyright notices or other marks of ownership from it.',
          ],
        },
        `The licence ends if you break these limits. You then have to stop using ${brand.name} and delete your copies.`,
      ],
    },
    {
      id: 'privacy-and-data',
      title: 'Privacy and data',
      blocks: [
        `${getProductPromise('nothing-uploaded').text} ${brand.name} opens and sorts them on your own device, and they stay yours. ${getProductPromise('offline').text}`,
        [
          'What this website learns about you when you sign up or write to us, and what happens with it, is set out in our ',
          { text: 'Privacy Policy', href: '/privacy' },
          '.',
        ],
      ],
    },
    {
      id: 'payment-terms',
      title: 'Payment terms',
      blocks: [
        `${getProductPromise('free-beta').text} Signing up for it costs nothing, and no card is asked for.`,
        `Where early access is offered against payment, it is one payment, made once. ${getProductPromise('lifetime-access').text} ${getProductPromise('no-subscription').text} You see the price before you pay. The payment itself is handled by a card payment provider.`,
        'Apart from the satisfaction guarantee below, and from rights that the law gives you in any case, all sales are final.',
      ],
    },
    {
      id: 'satisfaction-guarantee',
      title: 'Satisfaction guarantee',
      blocks: [
        `If ${brand.name} is not for you, you do not pay for it: we guarantee your satisfaction to 100%. ${getProductPromise('refund').text}`,
        [
          'To ask for it, write to ',
          createMailtoLink(brand.mailboxes.support),
          ' from the address you paid with. You need not say why.',
        ],
      ],
    },
    {
      id: 'contact',
      title: 'Contact',
      blocks: [['Questions about these terms reach us at ', createMailtoLink(brand.mailboxes.team), '.']],
    },
  ],
}
