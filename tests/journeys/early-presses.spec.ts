// Tests of presses before hydration: each press has the same effect as after hydration, only later.
import type { Locator, Page } from '@playwright/test'
import { brand } from '../support/brand.ts'
import { expect, test, WITH_MOTION } from '../support/journey.ts'
import { delayRequests } from './delay-requests.ts'

test.use(WITH_MOTION)

const PATHS = ['/', '/download', '/terms', '/privacy', '/no-such-page']

/** The selector of controls that need JavaScript: buttons, and links with the role of a button. */
const NEEDS_SCRIPT = 'button, [role=button]'

/**
 * When the button is pressed. Each value is the URL pattern of the scripts that are held back until after the press: all scripts,
 * or only those that the first script imports.
 */
const MOMENTS = { 'before any script': /\.js$/, 'before React': /\/(frame|home)-[^/]*\.js$/ }

for (const path of PATHS) {
  const tag = path === '/terms' ? [] : '@rehearsal' // the pages with more buttons take minutes
  test(`every script-dependent button of ${path} has the same effect pressed before hydration as after`, {
    tag,
  }, async ({ page, announce }) => {
    test.setTimeout(300_000) // long, because the test loads the page many times while other tests use the same machine
    if (path === '/no-such-page') {
      announce.trouble(/there is no page at/)
      announce.trouble(/status of 404/)
    }
    await page.route('https://www.youtube-nocookie.com/**', (route) => route.fulfill({ body: '' }))
    countFileDialogs(page)
    const names = await buttonsBeforeScript(page, path)
    if (path === '/') {
      announce.host('www.youtube-nocookie.com')
      expect(names.length).toBeGreaterThan(6)
    }
    for (const name of names) {
      const late = await pressLate(page, path, name)
      for (const [when, held] of Object.entries(MOMENTS)) {
        const scripts = await delayRequests(page, held)
        await page.goto(path, { waitUntil: 'commit' })
        await pressAtOnce(button(page, name))
        await page.waitForTimeout(300) // long enough for a wrong effect of the press to occur before hydration
        scripts.release()
        await expect.poll(() => outcome(page), `${name}, pressed ${when}`).toEqual(late)
        await page.unroute(held)
      }
    }
  })
}

test('Space on the hero button before any script has loaded sets aria-busy and opens the sign-up dialog after hydration', async ({
  page,
}) => {
  const scripts = await delayRequests(page, /\.js$/)
  await page.goto('/', { waitUntil: 'commit' })
  const hero = page.getByRole('region', { name: 'Welcome' }).getByRole('button', { name: `Download ${brand.name}` })
  await hero.press(' ')
  await expect(hero).toHaveAttribute('aria-busy', 'true')
  scripts.release()
  await expect(page.getByRole('dialog', { name: `Download ${brand.name}` })).toBeVisible()
  await expect(page.locator('.hero-ground .button').first()).not.toHaveAttribute('aria-busy')
})

test('presses on the photo deck buttons before any script has loaded are applied in order after hydration', async ({
  page,
}) => {
  const scripts = await delayRequests(page, /\.js$/)
  await page.goto('/', { waitUntil: 'commit' })
  for (const name of ['Keep', 'Let go', 'Keep', 'Undo'])
    await pressAtOnce(page.getByRole('button', { name, exact: true }))
  scripts.release()
  await expect(page.locator('.deck-count')).toHaveText(/1 let go · \d+ left · 1 kept/)
})

test('when the first script fails to load, a button pressed before hydration navigates to its fallback link', async ({
  page,
  announce,
}) => {
  announce.trouble(/ERR_FAILED/)
  const boot = await delayRequests(page, /\/boot-[^/]*\.js$/, (route) => route.abort('failed'))
  await page.goto('/', { waitUntil: 'commit' })
  await pressAtOnce(page.locator('#free-access').getByRole('button', { name: 'Download App' }))
  await boot.begun
  await page.waitForTimeout(300)
  await expect(page).toHaveURL(/\/$/)
  boot.release()
  await expect(page).toHaveURL(/\/download$/)
})

test('when web fonts fail to load, presses before hydration follow no fallback link and are applied after hydration', {
  tag: '@rehearsal',
}, async ({ page, announce }) => {
  announce.trouble(/ERR_FAILED/)
  const fonts = await delayRequests(page, /\.woff2$/, (route) => route.abort('failed'))
  const scripts = await delayRequests(page, /\.js$/)
  await page.goto('/', { waitUntil: 'commit' })
  await pressAtOnce(page.locator('#free-access').getByRole('button', { name: 'Download App' }))
  await page.mouse.move(5, 5) // the first pointer movement loads the complete fonts
  await page.mouse.move(9, 9)
  await fonts.begun
  const lost = page.waitForEvent('requestfailed')
  fonts.release()
  await lost
  await page.waitForTimeout(300)
  await expect(page).toHaveURL(/\/$/)
  await pressAtOnce(page.getByRole('button', { name: 'Keep', exact: true }))
  scripts.release()
  await expect(page.locator('.deck-count')).toHaveText(/1 kept/)
  await expect(page).toHaveURL(/\/$/)
})

function button(page: Page, name: string): Locator {
  return page.locator('#root').getByRole('button', { name, exact: true }).filter({ visible: true }).first()
}

/** Returns the names of the visible buttons while all scripts are held back. */
async function buttonsBeforeScript(page: Page, path: string): Promise<string[]> {
  const scripts = await delayRequests(page, /\.js$/)
  await page.goto(path, { waitUntil: 'commit' })
  await page.locator('footer').waitFor({ state: 'attached' })
  const visible = page.locator('#root').locator(NEEDS_SCRIPT).filter({ visible: true })
  const names = await visible.evaluateAll((all) => all.map((it) => it.ariaLabel ?? it.textContent ?? ''))
  scripts.release()
  await page.unroute(/\.js$/)
  await ready(page)
  return names
}

async function ready(page: Page): Promise<void> {
  await page.locator('html[data-ready]').waitFor({ state: 'attached' })
}

/** Clicks an element by script, because Playwright's click would scroll and wait. */
async function pressAtOnce(button: Locator): Promise<void> {
  await button.evaluate((element: HTMLElement) => element.click())
}

/**
 * Presses a button after hydration and returns the outcome. Asserts that the outcome differs from the state before the press, unless
 * the button is disabled.
 */
async function pressLate(page: Page, path: string, name: string) {
  await page.goto(path)
  await ready(page)
  const before = await outcome(page)
  const isOff = (await button(page, name).getAttribute('aria-disabled')) === 'true'
  await pressAtOnce(button(page, name))
  if (isOff) return before
  await expect.poll(() => outcome(page), `${name}, pressed late, does something`).not.toEqual(before)
  await page.waitForTimeout(1_500) // waits until the page has stopped scrolling and a lazily loaded dialog is open
  return await outcome(page)
}

/**
 * Returns the visible state of the page: path, open dialog, video, number of sorted pictures in the card deck, the section at the top, and
 * the number of opened file dialogs.
 */
async function outcome(page: Page) {
  const shown = await page.evaluate(() => ({
    path: location.pathname,
    dialog: document.querySelector('dialog[open] h2')?.textContent,
    isFilmShown: document.querySelector('iframe') !== null,
    deck: document.querySelector('.deck-count')?.textContent,
    at: [...document.querySelectorAll('main section[id]')]
      .filter((section) => Math.abs(section.getBoundingClientRect().top - 80) <= 3)
      .map((section) => section.id),
  }))
  return { ...shown, fileDialogs: fileDialogs.get(page) ?? 0 }
}

/** How many file dialogs each page has opened since its last navigation. */
const fileDialogs = new WeakMap<Page, number>()

function countFileDialogs(page: Page): void {
  page.on('framenavigated', (frame) => frame === page.mainFrame() && fileDialogs.set(page, 0))
  page.on('filechooser', () => fileDialogs.set(page, (fileDialogs.get(page) ?? 0) + 1))
}
