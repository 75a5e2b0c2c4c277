import type { Page } from '@playwright/test'
import { brand } from '../support/brand.ts'

const FAILED =
  "We couldn't complete your signup: Registration failed. Please try again. Please try again or contact support."
const TAKEN = `This email address is already registered. We'll notify you when ${brand.name} is ready!`

/**
 * What a screen reader says in each state of the forms, of accounts and of the page that confirms a sign-up: the announcements of live
 * regions since the page was opened, or since the state that it follows was checked, and the focused element with its description. A message is in one of both, except where the spec has a
 * toast beside the text of a field.
 */
export const ANNOUNCED: Readonly<Record<string, readonly string[]>> = {
  signup: [`focus: Download ${brand.name}`],
  'signup-faults': [
    'status: Email Address: Email is required',
    'alert: Invalid NameName is required',
    'focus: Full Name Name is required',
  ],
  'signup-slip-in-address': ['status: Did you mean mara@gmail.com?', 'focus: Full Name'],
  'signup-sending': ['focus: Processing...'],
  'signup-failed': [
    'status: Nothing you typed is lost. Write to us if it fails again.',
    `alert: Signup Failed${FAILED}`,
    'focus: Download App',
  ],
  'signup-screened': [
    'status: Something in here looks like a robot typed it. If we’ve got that wrong, sorry. Write to us, and we’ll add you by hand.',
    'alert: Security Check FailedPlease contact support if you believe this is an error.',
    'focus: Download App',
  ],
  'signup-registered-already': [`status: Email Already Registered${TAKEN}Download`, 'focus: Download App'],
  contact: ['focus: Contact the Founders'],
  'contact-faults': [
    'status: Email Address: Email is required. Message: Message is required',
    'focus: Full Name Name is required',
  ],
  'contact-sending': ['focus: Sending...'],
  'contact-failed': ['alert: ErrorEmail sending failed', 'focus: Send Message'],
  'contact-sent': [
    "status: Message Sent!Thank you for contacting us. We'll get back to you soon!",
    'focus: Message Sent!',
  ],
  'account-sign-in': ['focus: Sign in'],
  'account-sign-in-refused': ['focus: Password That email address and password don’t match.'],
  'account-sign-up': ['focus: Create an account'],
  'account-sign-up-faults': [
    'status: Email Address: Email is required. Password: Password is required',
    'focus: Full Name Name is required',
  ],
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

/**
 * Records what the live regions of a page announce, in the order of the announcements: `alert: …` or `status: …`. Returns a function that
 * reads and clears the record. Ignores regions that a modal dialog makes inert.
 */
export async function recordAnnouncements(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const said: string[] = []
    Object.assign(window, { announced: said })
    const LIVE = '[role=alert], [role=status]'
    const isReachable = (region: Element) => {
      const open = [...document.querySelectorAll('dialog[open]')].at(-1)
      return region.isConnected && (open === undefined || open.contains(region))
    }
    const say = (region: Element) => {
      const text = region.textContent.replace(/\s+/g, ' ').trim()
      if (text !== '' && isReachable(region)) said.push(`${region.role}: ${text}`)
    }
    new MutationObserver((changes) => {
      const regions = new Set<Element>()
      for (const { target, addedNodes, type } of changes) {
        if (type === 'childList' && addedNodes.length === 0) continue
        const element = target instanceof Element ? target : target.parentElement
        for (let region = element?.closest(LIVE); region; region = region.parentElement?.closest(LIVE))
          regions.add(region)
        // Browsers announce an alert that is inserted with its text, but not a status.
        for (const node of addedNodes)
          if (node instanceof Element)
            for (const alert of node.matches('[role=alert]') ? [node] : node.querySelectorAll('[role=alert]'))
              regions.add(alert)
      }
      for (const region of regions) say(region)
    }).observe(document, { childList: true, characterData: true, subtree: true })
  })
  return () => page.evaluate<string[]>('announced.splice(0)')
}

/** Returns what a screen reader reads of the focused element: `focus: ` and its name with its description; `focus: nothing` for the page. */
export function readFocus(page: Page): Promise<string> {
  return page.evaluate(() => {
    const focused = document.activeElement ?? document.body
    const textOf = (attribute: string) =>
      (focused.getAttribute(attribute) ?? '')
        .split(' ')
        .map((id) => document.getElementById(id)?.textContent)
        .join(' ')
    const label = focused instanceof HTMLInputElement ? focused.labels?.[0]?.textContent : undefined
    const name =
      focused.getAttribute('aria-label') ?? (textOf('aria-labelledby').trim() || label) ?? focused.textContent
    const said = focused === document.body ? 'nothing' : `${name} ${textOf('aria-describedby')}`
    return `focus: ${said.replace(/\s+/g, ' ').trim()}`
  })
}
