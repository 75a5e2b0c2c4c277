import { navigate } from 'wouter/use-browser-location'
import { DIALOG_OPEN_DELAY_MS } from '../constants.ts'
import { openDialogs, openSignup } from '../dialogs/open-dialog.ts'
import { prefersReducedMotion, scrollToSection } from './scroll.ts'

let waiting: ReturnType<typeof setTimeout> | undefined

/**
 * What 'Get Started' and the hero's button do: scroll to free-access and, once there, open the sign-up dialog. With
 * reduced motion both happen at once. A second press starts anew, so the dialog opens once; leaving the page cancels
 * it. From another page it goes to the home page first.
 */
export function getStarted(): void {
  cancelGetStarted()
  if (!scrollToSection('free-access')) {
    // The page scrolls to the fragment when it enters; openAfterEntry then opens the dialog.
    openAfterEntry = true
    navigate('/#free-access')
    return
  }
  if (prefersReducedMotion()) openSignup()
  else waiting = setTimeout(() => openDialogs().length > 0 || openSignup(), DIALOG_OPEN_DELAY_MS)
}

let openAfterEntry = false

/** Forgets an opening that has not happened yet, here or on the home page that was asked for. */
export function cancelGetStarted(): void {
  clearTimeout(waiting)
  openAfterEntry = false
}

/** Called when a page has entered: what was begun on the one before is over, or finished on the home page. */
export function finishGetStarted(): void {
  if (openAfterEntry) getStarted()
  else cancelGetStarted()
}
