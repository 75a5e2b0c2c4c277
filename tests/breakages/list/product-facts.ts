import { brand } from '../../support/brand.ts'
import { journeys, website } from '../../whole/spec-coverage/tests-by-file.ts'
import type { Breakage } from '../breakage.ts'

const WHOLE_PAGE = journeys.welcomePage(
  'the welcome page has check mark, heading, text, every registration detail and all of the plain page',
)

/** Hand-written mutations of the product's audience, prices and contact addresses (sections 1 and 9 of docs/requirements.md). */
export const productFactBreakages: readonly Breakage[] = [
  {
    breaks: ['R1.3'],
    what: 'couples are not named first',
    file: 'website/app/content/audiences.ts',
    find: "title: 'Couples',",
    replace: "title: 'Wedding guests',",
    caughtBy: website.content('the audiences are couples, parents, photographers and creators, in this order'),
  },
  {
    breaks: ['R1.5', 'R3.5'],
    what: 'a free order costs something',
    file: 'website/app/dialogs/signup/order-details.ts',
    find: 'amount: 0, orderId, date',
    replace: 'amount: 1, orderId, date',
    caughtBy: website.orderDetails('a free order has the amount 0 and the last six digits of the timestamp in its id'),
  },
  {
    breaks: ['R1.6'],
    what: 'the welcome shows the amount',
    file: 'website/app/pages/download/welcome.tsx',
    find: "    ['Date', order.date],\n",
    replace: "    ['Date', order.date],\n    ['Amount', String(order.amount)],\n",
    caughtBy: WHOLE_PAGE,
  },
  {
    breaks: ['R9.11'],
    what: 'the offer costs 19 dollars',
    file: 'website/app/content/promises.ts',
    find: "label: '$0'",
    replace: "label: '$19'",
    caughtBy: journeys.looks(
      'testimonials have a quote and initials, story sections a heading and text, and the price is $0',
    ),
  },
  {
    breaks: ['R9.11'],
    what: 'search engines are told a price of 19',
    file: 'website/app/content/promises.ts',
    find: "amount: '0'",
    replace: "amount: '19'",
    caughtBy: website.brand('the structured data has the price 0'),
  },
  {
    breaks: ['R9.16'],
    what: 'two mailboxes share an address',
    file: 'website/app/brand.ts',
    find: `privacy: '${brand.mailboxes.privacy}'`,
    replace: `privacy: '${brand.mailboxes.support}'`,
    caughtBy: website.brand('team, support and privacy have different mailboxes at the product’s domain'),
  },
]
