import { brand } from '../brand.ts'

/** Ids of the claims that the site makes about the product. */
export type PromiseId =
  | 'free-beta'
  | 'lifetime-access'
  | 'no-subscription'
  | 'refund'
  | 'nothing-uploaded'
  | 'no-photo-limit'
  | 'offline'

/** A claim about the product: `label` is a short form for lists, `text` a full sentence. */
export type ProductPromise = { id: PromiseId; label: string; text: string }

/** The claims about the product. Pages, FAQ, legal texts, mails and structured data use these texts, so that all say the same. */
export const promises: readonly ProductPromise[] = [
  { id: 'free-beta', label: 'Free beta', text: `The ${brand.name} beta is free.` },
  { id: 'lifetime-access', label: 'Lifetime access', text: 'Early access means lifetime access.' },
  { id: 'no-subscription', label: 'No subscription', text: 'There’s no subscription.' },
  { id: 'refund', label: 'Full refund on request', text: 'If you’ve paid, just ask and we’ll refund you in full.' },
  { id: 'nothing-uploaded', label: 'Nothing is uploaded', text: 'Your photos never leave your computer.' },
  { id: 'no-photo-limit', label: 'No photo limit', text: 'There’s no photo limit.' },
  {
    id: 'offline',
    label: 'Works offline',
    text: `${brand.name} works offline, with the photos stored on your computer.`,
  },
]

/** The claims for the list beside the price. */
export const promisesBesidePrice = (['no-subscription', 'no-photo-limit', 'nothing-uploaded'] as const).map(
  getProductPromise,
)

/** What the app can do with the file of a photo that is let go. */
type LetGo = 'folder' | 'bin' | 'list' | 'undecided'

/** What the app does with it. The build for a public SITE_URL refuses 'undecided' (build/site-facts.ts). */
export const letGo = 'undecided' as LetGo

/** The FAQ's answer to what happens to a photo that is let go. A chain of conditions, so that the bundle contains one of the texts. */
export const letGoAnswer =
  letGo === 'folder'
    ? 'It’s moved to a folder beside the others.'
    : letGo === 'bin'
      ? 'It goes to your computer’s trash or recycle bin, where you can get it back.'
      : letGo === 'list'
        ? 'It goes nowhere: only a list is written, and the photo stays where it is.'
        : 'We haven’t settled that yet. We’ll say it here, and again before you install. Until then, sort a copy.'

/** What the terms and the FAQ say about backups. */
export const backupAdvice = 'As with any program that works with your photos, keep a backup of them.'

/** The price of the beta, for the page and for structured data. */
export const betaPrice = { amount: '0', currency: 'USD', label: '$0' } as const

/** Returns the claim about the product with the given id. */
export function getProductPromise(id: PromiseId): ProductPromise {
  const found = promises.find((each) => each.id === id)
  if (!found) throw new Error(`There is no promise '${id}'.`)
  return found
}
