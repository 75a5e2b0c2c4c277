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
    // The visitor is not on the home page. After the navigation, `enterPage` scrolls to the fragment, and `openAfterEntry` makes
    // `resumeOrCancelGetStarted` open the dialog.
    openAfterEntry = true
    navigate('/#free-access')
    return
  }
  if (prefersReducedMotion()) showSignupDialog()
  else timer = setTimeout(openOverSection, DIALOG_OPEN_DELAY_MS)
}

/** Opens the dialog over the section. An open dialog ends the smooth scroll, which may not be through yet on a slow device. */
function openOverSection() {
  if (getOpenDialogs().length > 0) return
  scrollToSection('free-access', { instantly: true })
  showSignupDialog()
}

let openAfterEntry = false

/**
 * Cancels an opening of the sign-up dialog that `handleGetStartedPress` has scheduled and that still waits for its delay or for the home
 * page.
 */
export function cancelPendingSignupDialog(): void {
  clearTimeout(timer)
  openAfterEntry = false
}

/**
 * Called when a page is shown. Resumes a press on 'Get Started' that was waiting for the home page (scroll and sign-up dialog); otherwise
 * cancels a pending opening of the dialog.
 */
export function resumeOrCancelGetStarted(): void {
  if (openAfterEntry) handleGetStartedPress()
  else cancelPendingSignupDialog()
}
