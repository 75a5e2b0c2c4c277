import { brand } from '../../support/brand.ts'
import type { HandWrittenMutant } from '../breakage.ts'

/**
 * Mutation testing: hand-written defects in the page texts about the product's audience, prices and contact addresses (sections 1
 * and 9 of tests/whole/requirements.md).
 */
export const productFactMutants: readonly HandWrittenMutant[] = [
  {
    breaks: ['R1.3'],
    what: 'couples are not named first',
    file: 'website/app/content/audiences.ts',
    find: "title: 'Couples',",
    replace: "title: 'Wedding guests',",
  },
  {
    breaks: ['R1.5', 'R3.5'],
    what: 'a free order costs something',
    file: 'website/app/dialogs/signup/order-details.ts',
    find: 'amount: 0, orderId, date',
    replace: 'amount: 1, orderId, date',
  },
  {
    breaks: ['R1.6'],
    what: 'the welcome shows the amount',
    file: 'website/app/pages/download/registration-details.tsx',
    find: '{order?.date}',
    replace: '{order?.date} {order?.amount}',
  },
  {
    breaks: ['R9.11'],
    what: 'the offer costs 19 dollars',
    file: 'website/app/content/promises.ts',
    find: "label: '$0'",
    replace: "label: '$19'",
  },
  {
    breaks: ['R9.11'],
    what: 'search engines are told a price of 19',
    file: 'website/app/content/promises.ts',
    find: "amount: '0'",
    replace: "amount: '19'",
  },
  {
    breaks: ['R9.16'],
    what: 'two mailboxes share an address',
    file: 'website/app/brand.ts',
    find: `privacy: '${brand.mailboxes.privacy}'`,
    replace: `privacy: '${brand.mailboxes.support}'`,
  },
]
