// A phone in landscape whose notch, rounded corners and home indicator cover the edges of the window (`viewport-fit=cover`).
import type { Page } from '@playwright/test'
import { expect, test } from '../support/journey.ts'
import { createAccount, openSignInDialog, signInThroughDialog } from './account-dialog.ts'
import { openContactDialogOnPage } from './contact-dialog.ts'
import { clickAfterHydration } from './open-page.ts'
import { openSignupDialogOnPage } from './signup-dialog.ts'

/** As wide as a small phone in landscape, so that the bar has the menu. */
const WINDOW = { width: 740, height: 360 }

/** As on an iPhone, where the notch is on either side. */
const INSETS = { left: 47, right: 47, bottom: 21 }

/** The lowest place that is not covered. */
const LOWEST = WINDOW.height - INSETS.bottom

test.use({ viewport: WINDOW })

test.beforeEach(async ({ page }) => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setSafeAreaInsetsOverride', { insets: INSETS })
})

/** Returns the texts and fields within a part that reach under a covered edge, and its last ones when it ends below the lowest place. */
async function findCovered(page: Page, within: string, lowest = Infinity): Promise<string[]> {
  return page.evaluate(
    ({ within, lowest, insets }) => {
      const part = document.querySelector(within)
      part?.scrollTo(0, part.scrollHeight)
      const boxOf = (node: Node) => {
        const range = document.createRange()
        range.selectNodeContents(node)
        return (node instanceof Element ? node : range).getBoundingClientRect()
      }
      return [...(part?.querySelectorAll('*') ?? [])]
        .filter(
          (each) => each.checkVisibility({ visibilityProperty: true }) && !each.closest('[aria-hidden], .sr-only'),
        )
        .flatMap((each): Node[] =>
          each.matches('input, textarea') ? [each] : [...each.childNodes].filter((it) => it instanceof Text),
        )
        .filter((node) => {
          const { left, right, bottom, width } = boxOf(node)
          return width > 1 && (left < insets.left || right > innerWidth - insets.right || bottom > lowest)
        })
        .map((node) => `${node.parentElement?.tagName} ${node.textContent}`)
    },
    { within, lowest, insets: INSETS },
  )
}

test('in landscape, the pages, the bar, its menu and the banner keep clear of the covered edges', async ({ page }) => {
  for (const path of ['/', '/download', '/terms', '/confirm']) {
    await page.goto(path)
    await page.locator('html[data-ready]').waitFor({ state: 'attached' })
    expect(await findCovered(page, '#top'), path).toEqual([])
  }
  await page.goto('/')
  await clickAfterHydration(page.getByLabel('Menu', { exact: true }))
  expect(await findCovered(page, '#menu', LOWEST)).toEqual([])
  await page.keyboard.press('Escape')
  await page.evaluate(() => scrollTo({ top: 1_400, behavior: 'instant' }))
  await expect(page.locator('#download-banner')).toBeVisible()
  expect(await findCovered(page, '#download-banner', LOWEST)).toEqual([])
})

test('in landscape, the dialogs, their toasts and the account menu keep clear of the covered edges', async ({
  page,
  backend,
}) => {
  await page.goto('/')
  for (const open of [openSignupDialogOnPage, openContactDialogOnPage]) {
    const { dialog, close } = await open(page)
    const panel = await dialog.locator('.dialog-panel').evaluate((element) => element.getBoundingClientRect().toJSON())
    expect(panel).toMatchObject({ left: INSETS.left, right: WINDOW.width - INSETS.right })
    expect(await findCovered(page, 'dialog[open]', LOWEST)).toEqual([])
    await close.click()
    await dialog.waitFor({ state: 'hidden' })
  }
  const { button } = await openSignInDialog(page)
  expect(await findCovered(page, 'dialog[open]', LOWEST)).toEqual([])
  await button('Close').click()
  await signInThroughDialog(page, await createAccount(backend))
  await expect(page.locator('.toast')).toBeVisible()
  expect(await findCovered(page, '.toast-region', LOWEST)).toEqual([])
  await page.getByLabel(/^Account:/).click()
  expect(await findCovered(page, '.account-menu', LOWEST)).toEqual([])
})
