import { brand } from '../../brand.ts'

/** States in which the button to confirm is replaced by one for the next step. */
export type AnsweredState = 'confirmed' | 'already_confirmed' | 'unknown' | 'incomplete'

/** Texts of the page before and during the request, and of the button after a failure. */
export const readyWords = {
  title: 'Confirm your sign-up',
  text: `Press the button to confirm that you signed up for early access to ${brand.name}.`,
  confirm: 'Confirm my sign-up',
  confirming: 'Confirming...',
  retry: 'Try again',
  withoutScript: 'This page needs JavaScript. Turn it on for this site, then open the link from your email again.',
} as const

/** Heading and text of the page in each `AnsweredState`. */
export const answeredWords: Readonly<Record<AnsweredState, { title: string; text: string }>> = {
  confirmed: {
    title: 'You’re confirmed',
    text: 'Your sign-up is complete, and a welcome email is on its way. All that’s left is the download.',
  },
  already_confirmed: {
    title: 'Already confirmed',
    text: 'This sign-up is complete. There’s nothing more to do but the download.',
  },
  unknown: {
    title: 'This link doesn’t work',
    text: 'It’s too old: a sign-up that isn’t confirmed in time is deleted. Sign up again, and we’ll send you a new link.',
  },
  incomplete: {
    title: 'This link isn’t complete',
    text: 'Your email program has cut it off or changed it. Copy the whole link from the email into the address bar, or sign up again, and we’ll send you a new link.',
  },
}

/** Error messages of a request that confirmed nothing, so that the visitor can retry with the same link. */
export const failureWords = {
  limited: 'There were too many attempts from your network. Wait 15 minutes, then try again.',
  failed: 'That didn’t work, and your sign-up isn’t confirmed yet. Check your connection and try again.',
} as const
