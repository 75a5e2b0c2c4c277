import type { IconName } from '../art/icon.tsx'
import { brand } from '../brand.ts'
import { getProductPromise } from './promises.ts'

/** The names of the features. The home page needs a tile for each of them (features.tsx). */
export type FeatureName = 'one-decision' | 'thousands' | 'privacy' | 'connection' | 'platforms' | 'ownership'

/** A feature of the app. */
export type Feature = { name: FeatureName; icon: IconName; title: string; text: string }

/** The features of the home page. */
export const features: readonly Feature[] = [
  {
    name: 'one-decision',
    icon: 'swipe',
    title: 'One photo, one decision',
    text: 'A single photo fills the screen. Swipe to keep it or to let it go, and the next one is there. No endless grid, and nothing to compare.',
  },
  {
    name: 'thousands',
    icon: 'infinity',
    title: 'Made for thousands',
    text: `${getProductPromise('no-photo-limit').text} Bring the whole wedding, the first year, or everything since the first phone.`,
  },
  {
    name: 'privacy',
    icon: 'lock',
    title: 'Nobody is watching',
    text: `${getProductPromise('nothing-uploaded').text} Sorting happens on your own device, from the first photo to the last.`,
  },
  {
    name: 'connection',
    icon: 'offline',
    title: 'No connection needed',
    text: `${getProductPromise('offline').text} On a train, in a cabin, on the flight to the honeymoon.`,
  },
  {
    name: 'platforms',
    icon: 'mac',
    title: 'On Mac and Windows',
    text: `${brand.name} runs on the computer you already have: Apple Silicon, Intel Mac or Windows.`,
  },
  {
    name: 'ownership',
    icon: 'heart',
    title: 'Yours for good',
    text: `${getProductPromise('lifetime-access').text} ${getProductPromise('no-subscription').text}`,
  },
]
