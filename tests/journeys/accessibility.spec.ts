// Checks WCAG 2.2 AA, and what a screen reader announces, in every state of states/states.ts. Each state is entered once, after the ones
// that it follows on the same page.
import { expect, test } from '../support/journey.ts'
import { findWcagViolations } from './accessible.ts'
import { ANNOUNCED, readFocus, recordAnnouncements } from './announcements.ts'
import { checkKeyboardNavigation } from './keyboard-walk.ts'
import {
  findButtonsSkippedBySafari,
  findContentOverflow,
  findFormFieldViolations,
  findMismatchedLinks,
  findMissingControlBorders,
  findSmallPointerTargets,
} from './page-checks.ts'
import { readRecordedMotion, recordMotion } from './recorded-motion.ts'
import { locateToast } from './signup-dialog.ts'
import { accountStates } from './states/account-states.ts'
import { confirmStates } from './states/confirm-states.ts'
import { formStates } from './states/form-states.ts'
import { enterNextState, enterSiteState, expectEvents, type SiteState } from './states/site-state.ts'
import { getSiteStateAccounts } from './states/state-world.ts'
import { siteStates } from './states/states.ts'

/** States with the elements of another state and other texts. Only `npm run rehearse -- journeys` checks them. */
const SIBLINGS = [
  'home-question-open',
  'home-spots-none',
  'own-photos-waiting',
  'own-photos-half-sorted',
  'own-photos-skipped',
  'own-photos-spots-unread',
  'own-photos-behind-offer',
  'download-question-open',
  'download-started-mac',
  'download-mac-of-unknown-chip',
  'download-welcome-phone',
  'download-welcome-buyer',
  'download-check-incomplete',
  'download-check-not-ours',
  'contact-sending',
  'account-other-mailbox',
  'account-change-password',
  'confirm-already-done',
]

/** What a toast or a view needs to be announced, in milliseconds. */
const ANNOUNCED_WITHIN_MS = 700

for (const first of siteStates.filter(({ medium, follows }) => medium !== 'print' && !follows)) {
  const states = listSequence(first)
  test(`page states ${states.map(({ name }) => name).join(', ')}: nothing moves, each message is announced once and the WCAG 2.2 AA checks pass in both colour schemes, at 320 px, with large text and by keyboard`, {
    tag: [...(SIBLINGS.includes(first.name) ? ['@rehearsal'] : []), '@R2.4', '@R2.20', '@R8.2'],
  }, async ({ page, backend, announce }) => {
    await recordMotion(page)
    const readAnnouncements = await recordAnnouncements(page)
    for (const state of states) {
      expectEvents(announce, state)
      await enterNextState(page, state, getSiteStateAccounts(backend))
      const entered = Date.now()
      const isDialog = (await page.locator('dialog[open]').count()) > 0
      await page.evaluate(hideOthers, isDialog ? 'dialog[open]' : state.subject)
      const violations = [
        // A state that moves was started by the visitor's press.
        ...(state.moves ? [] : await readRecordedMotion(page)),
        ...(await findWcagViolations(page, state.subject)),
        ...(await findFormFieldViolations(page)),
        ...(await findMissingControlBorders(page)),
        ...(await findSmallPointerTargets(page)),
        ...(await findMismatchedLinks(page)),
        ...(await findButtonsSkippedBySafari(page)),
      ]
      const announced = ANNOUNCED[state.name]
      if (announced) {
        await page.waitForTimeout(Math.max(0, entered + ANNOUNCED_WITHIN_MS - Date.now()))
        const said = (await readAnnouncements()).filter((each) => !/places? left/.test(each))
        const focus = (await readFocus(page)).replace(/: Account: .*/, ': Account')
        expect([...said, focus], state.name).toEqual(announced)
      }
      if (isDialog) violations.push(...(await checkKeyboardNavigation(page)).violations)
      // The entrances of a state that moves have not begun at the new width. Its still sibling is checked.
      if (!state.moves) violations.push(...(await findContentOverflow(page)))
      expect(violations, state.name).toEqual([])
      await page.evaluate(hideOthers, undefined)
      await readAnnouncements()
    }
  })
}

/** Returns a state and the states that follow it on its page. */
function listSequence(first: SiteState): SiteState[] {
  const next = siteStates.find(({ follows }) => follows === first)
  return next ? [first, ...listSequence(next)] : [first]
}

test('every state of a form, of accounts and of the confirmation page has its announcements in the list', () => {
  const names = [...formStates, ...accountStates, ...confirmStates].map(({ name }) => name)
  expect(Object.keys(ANNOUNCED).toSorted()).toEqual(names.toSorted())
})

for (const name of ['home-banner', 'download', 'home', 'terms', 'privacy', 'not-found']) {
  const tag = name === 'home-banner' || name === 'download' ? [] : '@rehearsal'
  test(`page state ${name}: keyboard focus is never obscured and pointer targets are large enough at 320, 768 and 1440 px`, {
    tag,
  }, async ({ page, backend, announce }) => {
    const state = stateNamed(name)
    expectEvents(announce, state)
    await enterSiteState(page, state, getSiteStateAccounts(backend))
    for (const width of [320, 768, 1440]) {
      await page.setViewportSize({ width, height: 640 })
      await page.locator('#top').evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
      const { stops, violations } = await checkKeyboardNavigation(page)
      expect(stops.length, `${width} px`).toBeGreaterThan(8)
      expect(violations, `${width} px`).toEqual([])
      expect(await findSmallPointerTargets(page), `${width} px`).toEqual([])
    }
    expect(await findWcagViolations(page)).toEqual([])
  })
}

test('a toast with an action stays visible while hovered or focused and 14 s after hover, and Enter on its dismiss button closes it', async ({
  page,
  backend,
  announce,
}) => {
  await page.clock.install()
  const state = stateNamed('signup-registered-already')
  expectEvents(announce, state)
  await enterSiteState(page, state, getSiteStateAccounts(backend))
  const message = locateToast(page, 'Email Already Registered')
  const dismiss = message.getByRole('button', { name: 'Dismiss notification' })
  await message.hover()
  await page.clock.fastForward(30_000)
  await expect(message).toBeVisible()
  await page.mouse.move(2, 2)
  await page.clock.fastForward(14_000)
  await expect(message).toBeVisible()
  await dismiss.focus()
  await page.clock.fastForward(30_000)
  await expect(message).toBeVisible()
  await message.hover()
  await page.mouse.move(2, 2)
  await page.clock.fastForward(30_000)
  await expect(message).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(message).toHaveCount(0)
})

/**
 * Hides the sections of the page that another state checks, which saves half of the time; without a subject, shows them again. Runs in
 * the page.
 */
function hideOthers(subject?: string) {
  const main = document.querySelector('main')
  const isPart = subject !== undefined && (subject === 'dialog[open]' || main?.querySelector(subject) != null)
  for (const section of main?.children ?? [])
    section.toggleAttribute('hidden', isPart && !section.matches(subject) && section.querySelector(subject) === null)
}

function stateNamed(name: string): SiteState {
  const state = siteStates.find((each) => each.name === name)
  if (!state) throw new Error(`There is no state ${name}.`)
  return state
}
