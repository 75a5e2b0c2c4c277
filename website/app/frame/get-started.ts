import { navigate } from 'wouter/use-browser-location'
import { DIALOG_OPEN_DELAY_MS } from '../constants.ts'
import { getOpenDialogs, showSignupDialog } from '../dialogs/open-dialog.ts'
import { prefersReducedMotion, scrollToSection } from './scroll.ts'

let timer: ReturnType<typeof setTimeout> | undefined

/**
 * Handles a press on 'Get Started': scrolls to the section free-access and opens the sign-up dialog 800 ms later, or at once with reduced
 * motion. A second press restarts the delay, so that the dialog opens once; leaving the page cancels it. On any page but the home page it
 * first navigates to the home page.
 */
export function handleGetStartedPress(): void {
  cancelPendingSignupDialog()
  if (!scrollToSection('free-access')) {
    // Not on the home page: its page entry scrolls to the fragment, and then openAfterEntry opens the dialog.
    openAfterEntry = true
    navigate('/#free-access')
    return
  }
  if (prefersReducedMotion()) showSignupDialog()
  else timer = setTimeout(() => getOpenDialogs().length > 0 || showSignupDialog(), DIALOG_OPEN_DELAY_MS)
}

let openAfterEntry = false

/** Cancels a pending opening of the sign-up dialog that `handleGetStartedPress` scheduled, also one that waits for the home page. */
export function cancelPendingSignupDialog(): void {
  clearTimeout(timer)
  openAfterEntry = false
}

/** Called after each page entry. Continues a pending `handleGetStartedPress` on the home page, or cancels it on any other page. */
export function resumeOrCancelGetStarted(): void {
  if (openAfterEntry) handleGetStartedPress()
  else cancelPendingSignupDialog()
}
