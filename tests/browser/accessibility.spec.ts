// Checks WCAG 2.2 AA in every state of states/states.ts. Each state is entered once and gets every check, in both colour schemes.
import { expect, test } from '../support/journey.ts'
import { findWcagViolations } from './accessible.ts'
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
import { enterSiteState, type SiteState } from './states/site-state.ts'
import { getSiteStateAccounts } from './states/state-world.ts'
import { siteStates } from './states/states.ts'

const screens = siteStates.filter(({ medium }) => medium !== 'print')

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  for (const state of screens) {
    test(`page state ${state.name} moves nothing and passes the WCAG 2.2 AA checks in both colour schemes, at 320 px, with large text and by keyboard`, {
      tag: ['@R2.4', '@R2.20', '@R8.2'],
    }, async ({ page, backend, announce }) => {
      if (state.expectedError) announce.trouble(state.expectedError)
      if (state.expectedHost) announce.host(state.expectedHost)
      await recordMotion(page)
      await enterSiteState(page, state, getSiteStateAccounts(backend))
      const isDialog = (await page.locator('dialog[open]').count()) > 0
      const violations = [
        // A state that moves was started by the visitor's press.
        ...(state.moves ? [] : await readRecordedMotion(page)),
        ...(await findWcagViolations(page, state.subject)),
        ...(await findFormFieldViolations(page)),
        ...(await findMissingControlBorders(page)),
        ...(await findSmallPointerTargets(page)),
        ...(await findMismatchedLinks(page)),
        ...(await findButtonsSkippedBySafari(page)),
        ...(isDialog ? (await checkKeyboardNavigation(page)).violations : []),
        // The entrances of a state that moves have not begun at the new width. Its still sibling is checked.
        ...(state.moves ? [] : await findContentOverflow(page)),
      ]
      expect(violations).toEqual([])
    })
  }

  for (const name of ['home', 'home-banner', 'download', 'terms', 'privacy', 'not-found']) {
    test(`page state ${name}: keyboard focus is never obscured and pointer targets are large enough at 320, 768 and 1440 px`, async ({
      page,
      backend,
      announce,
    }) => {
      const state = stateNamed(name)
      if (state.expectedError) announce.trouble(state.expectedError)
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

  test('a toast stays visible while hovered or focused and 9 s after hover, and Enter on its dismiss button closes it', async ({
    page,
    backend,
    announce,
  }) => {
    announce.trouble(/status of 409/)
    await page.clock.install()
    const state = stateNamed('signup-registered-already')
    await enterSiteState(page, state, getSiteStateAccounts(backend))
    const message = locateToast(page, 'Email Already Registered')
    const dismiss = message.getByRole('button', { name: 'Dismiss notification' })
    await message.hover()
    await page.clock.fastForward(30_000)
    await expect(message).toBeVisible()
    await page.mouse.move(2, 2)
    await page.clock.fastForward(9_000)
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
})

function stateNamed(name: string): SiteState {
  const state = siteStates.find((each) => each.name === name)
  if (!state) throw new Error(`There is no state ${name}.`)
  return state
}
