import type { PromiseId } from './promises.ts'

/**
 * Permitted wordings of each claim about the product, besides the label and the text that promises.ts contains. The test
 * tests/whole/promises.test.ts fails when a text of the site mentions the subject of a claim in any other wording. Then either correct the
 * text, or add its wording to this list, where reviewers check it as a promise to customers.
 */
export const permittedProductClaimTexts = {
  'free-beta': [
    'Secure & Free Signup',
    '100% Free',
    '100% free while in beta',
    'Free now.',
    'It’s free',
    'Free Access',
    'Nothing right now.',
    'Signing up costs nothing, and we don’t ask for a card.',
    'Name and email, no card.',
  ],
  'lifetime-access': ['Yours for life.', 'A place is lifetime access.', 'All places with lifetime access are taken.'],
  'no-subscription': ['a one-time payment', 'no subscription'],
  refund: [
    'full refund on request',
    'We give you a 100% satisfaction guarantee',
    'Satisfaction guarantee',
    'all sales are final',
    'refund you when you ask',
    'Just ask, and we’ll refund you in full.',
    'To ask for your refund',
    'you owe us nothing',
  ],
  'nothing-uploaded': [
    'nothing is uploaded',
    'your photos never leave your computer',
    'what never leaves your computer: your photos',
    'none of them ever leaves your computer',
    'The file never leaves your computer',
    'your photos stay with you',
    'Your photos stay private',
    'they stay where they are',
    'they stay yours',
    'nobody else gets to see them, not even us',
    'We don’t receive them, we can’t see them, and we have no copy of them.',
    'on your own device',
  ],
  'no-photo-limit': [],
  offline: [
    'works offline',
    'Offline, on this computer',
    'No connection needed',
    'If your photos are in the cloud, save them to your computer first.',
    'To download it, yes. After that, no.',
  ],
} satisfies Record<PromiseId, readonly string[]>

/** Permitted wordings of claims about the product in the tagline and description of brand.ts. Empty if they make no claims. */
export const permittedBrandClaimTexts = ['offline, and nothing is uploaded'] as const
