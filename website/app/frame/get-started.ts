import { navigate } from 'wouter/use-browser-location'
import { DIALOG_OPEN_DELAY_MS } from '../constants.ts'
import { openDialogs, openSignup } from '../dialogs/open-dialog.ts'
import { prefersReducedMotion, scrollToSection } from './scroll.ts'

let timer: ReturnType<typeof setTimeout> | undefined

/**
 * Handles a press on 'Get Started': scrolls to the section free-access and opens the sign-up dialog 800 ms later, or at once with reduced
 * motion. A second press restarts the delay, so that the dialog opens once; leaving the page cancels it. On any page but the home page it
 * first navigates to the home page.
 */
export function getStarted(): void {
  cancelGetStarted()
  if (!scrollToSection('free-access')) {
    // Not on the home page: its page entry scrolls to the fragment, and then openAfterEntry opens the dialog.
    openAfterEntry = true
    navigate('/#free-access')
    return
  }
  if (prefersReducedMotion()) openSignup()
  else timer = setTimeout(() => openDialogs().length > 0 || openSignup(), DIALOG_OPEN_DELAY_MS)
}

let openAfterEntry = false

/** Cancels a pending opening of the sign-up dialog that `getStarted` scheduled, also one that waits for the home page. */
export function cancelGetStarted(): void {
  clearTimeout(timer)
  openAfterEntry = false
}

/** Called after each page entry. Continues a pending `getStarted` on the home page, or cancels it on any other page. */
export function finishGetStarted(): void {
  if (openAfterEntry) getStarted()
  else cancelGetStarted()
}
