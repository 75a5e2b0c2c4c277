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
    'Come in while it is free',
    'Join the free beta',
    'the beta is free',
    'It is free',
    'Free Access',
    'Today, nothing.',
    'Signing up for it costs nothing, and no card is asked for.',
  ],
  'lifetime-access': ['Yours for good'],
  'no-subscription': ['one payment, made once', 'no subscription'],
  refund: [
    'full refund on request',
    'we guarantee your satisfaction to 100%',
    'Satisfaction guarantee',
    'all sales are final',
    'refund you when you ask',
    'you do not pay for it',
    'you owe us nothing',
  ],
  'nothing-uploaded': [
    'nothing is uploaded',
    'nothing uploaded',
    'your photos never leave your computer',
    'what never leaves your computer: your photos',
    'none of them ever leaves your computer',
    'None of them goes online',
    'your photos stay with you',
    'Your photos stay private',
    'they stay where they are: with you',
    'they stay yours',
    'nobody else gets to see them, us included',
    'We do not receive them, we cannot see them, and no copy of them exists with us.',
    'on your own device',
  ],
  'no-photo-limit': ['Thousands are fine'],
  offline: [
    'works offline',
    'on your Mac or Windows computer, offline',
    'one decision, offline',
    'No connection needed',
    'Photos that are only in a cloud have to be saved to your computer first.',
    'For the download, yes. After that, no:',
  ],
} satisfies Record<PromiseId, readonly string[]>

/** Permitted wordings of claims about the product in the tagline and description of brand.ts. Empty if they make no claims. */
export const permittedBrandClaimTexts = ['Offline, and nothing is uploaded'] as const
