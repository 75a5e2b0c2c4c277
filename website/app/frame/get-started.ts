import { navigate } from 'wouter/use-browser-location'
import { DIALOG_OPEN_DELAY_MS } from '../constants.ts'
import { openDialogs, openSignup } from '../dialogs/open-dialog.ts'
import { prefersReducedMotion, scrollToSection } from './scroll.ts'

let timer: ReturnType<typeof setTimeout> | undefined

/**
 * The action of 'Get Started' and of the hero's button: scrolls to free-access and opens the sign-up dialog 800 ms later, or at once with
 * reduced motion. A second call restarts the delay, so the dialog opens once; leaving the page cancels it. On another page it navigates to
 * the home page first.
 */
export function getStarted(): void {
  cancelGetStarted()
  if (!scrollToSection('free-access')) {
    // The home page scrolls to the fragment on entry; openAfterEntry then opens the dialog.
    openAfterEntry = true
    navigate('/#free-access')
    return
  }
  if (prefersReducedMotion()) openSignup()
  else timer = setTimeout(() => openDialogs().length > 0 || openSignup(), DIALOG_OPEN_DELAY_MS)
}

let openAfterEntry = false

/** Cancels a pending opening of the dialog, on this page or after the navigation to the home page. */
export function cancelGetStarted(): void {
  clearTimeout(timer)
  openAfterEntry = false
}

/** Called after a page entry. Continues `getStarted` on the home page, or cancels it on any other page. */
export function finishGetStarted(): void {
  if (openAfterEntry) getStarted()
  else cancelGetStarted()
}
