import type { HandWrittenMutant } from '../breakage.ts'

const PROMISES = 'website/app/content/promises.ts'

/** Mutation testing: defects in the page texts about the product's description, promises and costs (section 1 of tests/whole/requirements.md). */
export const productMutants: readonly HandWrittenMutant[] = [
  {
    breaks: ['R1.1', 'R1.2'],
    what: 'the promise of privacy says that photos leave the computer',
    file: PROMISES,
    find: "text: 'Your photos never leave your computer.'",
    replace: "text: 'Your photos may leave your computer.'",
  },
  {
    breaks: ['R1.2', 'R1.4'],
    what: 'the refund is no longer promised',
    file: PROMISES,
    find: "text: 'If you’ve paid, just ask and we’ll refund you in full.'",
    replace: "text: 'If you’ve paid, there is no refund for you.'",
  },
  {
    breaks: ['R1.2', 'R1.4'],
    what: 'access ends after a year',
    file: PROMISES,
    find: "text: 'Early access means lifetime access.'",
    replace: "text: 'Early access is access for a year.'",
  },
  {
    breaks: ['R1.2'],
    what: 'there is a subscription',
    file: PROMISES,
    find: "text: 'There’s no subscription.'",
    replace: "text: 'There is a subscription.'",
  },
  {
    breaks: ['R1.1', 'R2.25'],
    what: 'the FAQ answers that photos are uploaded',
    file: 'website/app/content/faq.ts',
    find: "answer: `No. ${getProductPromise('nothing-uploaded').text} They’re",
    replace: "answer: `Yes. ${getProductPromise('nothing-uploaded').text} They’re",
  },
  {
    breaks: ['R1.4', 'R2.49'],
    what: 'the terms drop that all other sales are final',
    file: 'website/app/content/terms.ts',
    find: 'all sales are final',
    replace: 'no sale is final',
  },
]
