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
    text: 'Each photo gets the whole screen. Swipe to keep it or let it go, and here comes the next. No endless grid, nothing to compare.',
  },
  {
    name: 'thousands',
    icon: 'infinity',
    title: 'Made for thousands',
    text: `${getProductPromise('no-photo-limit').text} Bring the whole wedding, the baby’s first year, or everything since your first phone.`,
  },
  {
    name: 'privacy',
    icon: 'lock',
    title: 'For your eyes only',
    text: `${getProductPromise('nothing-uploaded').text} You sort them on your own device, from the first photo to the last.`,
  },
  {
    name: 'connection',
    icon: 'offline',
    title: 'No connection needed',
    text: `${getProductPromise('offline').text} Sort on a train, in a cabin, or on the flight to your honeymoon.`,
  },
  {
    name: 'platforms',
    icon: 'mac',
    title: 'On Mac and Windows',
    text: `${brand.name} runs on the computer you already have: a Windows PC or a Mac, Intel or Apple Silicon.`,
  },
  {
    name: 'ownership',
    icon: 'heart',
    title: 'Yours for good',
    text: `${getProductPromise('lifetime-access').text} ${getProductPromise('no-subscription').text}`,
  },
]
