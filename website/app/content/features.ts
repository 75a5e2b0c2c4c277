import type { IconName } from '../art/icon.tsx'
import { getProductPromise } from './promises.ts'

/** The names of the features. The home page needs a tile for each of them (features.tsx). */
export type FeatureName = 'one-decision' | 'thousands' | 'connection' | 'privacy'

/** A feature of the app. */
export type Feature = { name: FeatureName; icon: IconName; title: string; text: string }

/** The features of the home page. */
export const features: readonly Feature[] = [
  {
    name: 'one-decision',
    icon: 'swipe',
    title: 'One photo, one decision',
    text: 'Each photo gets the whole screen. No endless grid. Just this one: keep it, or let it go.',
  },
  {
    name: 'thousands',
    icon: 'infinity',
    title: 'Made for thousands',
    text: `${getProductPromise('no-photo-limit').text} Bring the whole wedding, the baby’s first year, or everything since your first phone.`,
  },
  {
    name: 'connection',
    icon: 'offline',
    title: 'No connection needed',
    text: `${getProductPromise('offline').text} Sort on a train, in a cabin, or on the flight home to see your parents.`,
  },
  {
    name: 'privacy',
    icon: 'lock',
    title: 'Don’t take our word for it',
    text: `${getProductPromise('nothing-uploaded').text} Sort ten of your own right here, then print the receipt. It says how many bytes we were sent.`,
  },
]
