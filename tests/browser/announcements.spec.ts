// What a screen reader announces in the states of the forms, of accounts and of the page that confirms a sign-up: each message once, in the channel of that state.
import { brand } from '../support/brand.ts'
import { expect, test } from '../support/journey.ts'
import { readFocus, recordAnnouncements } from './announcements.ts'
import { accountStates } from './states/account-states.ts'
import { confirmStates } from './states/confirm-states.ts'
import { formStates } from './states/form-states.ts'
import { enterSiteState } from './states/site-state.ts'
import { getSiteStateAccounts } from './states/state-world.ts'

const FAILED =
  "We couldn't complete your signup: Registration failed. Please try again. Please try again or contact support."
const TAKEN = `This email address is already registered. We'll notify you when ${brand.name} is ready!`

/**
 * What a screen reader says in each state: the announcements of live regions since the page was opened, and the focused element with its
 * description. A message is in one of both, except where the spec has a toast beside the text of a field.
 */
const ANNOUNCED: Readonly<Record<string, readonly string[]>> = {
  signup: [`focus: Download ${brand.name}`],
  'signup-faults': ['alert: Invalid NameName is required', 'focus: Full Name Name is required'],
  'signup-slip-in-address': ['status: Did you mean mara@gmail.com?', 'focus: Full Name'],
  'signup-sending': ['focus: Processing...'],
  'signup-failed': [`alert: Signup Failed${FAILED}Contact us`, 'focus: Download App'],
  'signup-screened': [
    'alert: Security Check FailedPlease contact support if you believe this is an error.Contact us',
    'focus: Download App',
  ],
  'signup-registered-already': [`status: Email Already Registered${TAKEN}Download`, 'focus: Download App'],
  contact: ['focus: Contact the Founders'],
  'contact-faults': ['focus: Full Name Name is required'],
  'contact-sending': ['focus: Sending...'],
  'contact-failed': ['alert: ErrorEmail sending failed', 'focus: Send Message'],
  'contact-sent': [
    "status: Message Sent!Thank you for contacting us. We'll get back to you soon!",
    'focus: Message Sent!',
  ],
  'account-sign-in': ['focus: Sign in'],
  'account-sign-in-refused': ['focus: Password That email address and password don’t match.'],
  'account-sign-up': ['focus: Create an account'],
  'account-sign-up-faults': ['focus: Full Name Name is required'],
  'account-magic-code': ['focus: Sign in with a code'],
  'account-forgotten-password': ['focus: Choose a new password'],
  'account-check-mail': ['focus: Check your email'],
  'account-confirm-link': ['focus: Confirm your address'],
  'account-confirm-link-old': [
    'alert: This link has already been used, or it has expired. A new one takes a minute.',
    'focus: Choose a new password',
  ],
  'account-confirm-link-incomplete': [
    'alert: Your email program has cut the link off or changed it. A new one takes a minute.',
    'focus: This link isn’t complete',
  ],
  'account-other-mailbox': ['focus: Almost there'],
  'account-new-password': ['focus: Your new password'],
  'account-second-factor': ['focus: One more step'],
  'account-menu': ['focus: Account'],
  'account-authenticator': ['focus: Scan this with your authenticator app, then enter the code it shows.'],
  'account-passkeys': ['focus: Passkeys'],
  'account-change-password': ['focus: Change password'],
  'account-signed-out-toast': ['status: You’re signed out', 'focus: Get Started'],
  confirm: ['focus: nothing'],
  'confirm-sending': ['focus: Confirming...'],
  'confirm-done': ['focus: You’re confirmed'],
  'confirm-already-done': ['focus: Already confirmed'],
  'confirm-expired': ['focus: This link doesn’t work'],
  'confirm-incomplete': ['focus: This link isn’t complete'],
  'confirm-failed': [
    'alert: That didn’t work, and your sign-up isn’t confirmed yet. Check your connection and try again.',
    'focus: Try again',
  ],
  'confirm-limited': [
    'alert: There were too many attempts from your network. Wait 15 minutes, then try again.',
    'focus: Try again',
  ],
}

for (const state of [...formStates, ...accountStates, ...confirmStates]) {
  test(`the state ${state.name} announces each message once`, async ({ page, backend, announce }) => {
    if (state.expectedError) announce.trouble(state.expectedError)
    const readAnnouncements = await recordAnnouncements(page)
    await enterSiteState(page, state, getSiteStateAccounts(backend))
    await page.waitForTimeout(700) // longer than a toast or a view needs to be announced
    const said = (await readAnnouncements()).filter((each) => !/early-access spots? left/.test(each))
    const focus = (await readFocus(page)).replace(/: Account: .*/, ': Account')
    expect([...said, focus]).toEqual(ANNOUNCED[state.name])
  })
}
