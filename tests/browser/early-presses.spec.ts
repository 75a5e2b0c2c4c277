// Presses before the page has come to life: each does what it does later, only later.
import type { Locator, Page } from '@playwright/test'
import { brand } from '../support/brand.ts'
import { expect, test } from '../support/journey.ts'
import { hold } from './hold.ts'

const PATHS = ['/', '/download', '/terms', '/privacy', '/no-such-page']

/** What cannot work without script: a button that opens no popover, and a link that stands in for a button. */
const NEEDS_SCRIPT = 'button:not([popovertarget]), [role=button]'

/** When the press comes: before any script, and while what the first one asks for is on its way. */
const MOMENTS = { 'before any script': /\.js$/, 'before React': /\/(frame|home)-[^/]*\.js$/ }

for (const path of PATHS) {
  test(`every button of ${path} that needs script does the same, pressed early and late`, async ({
    page,
    announce,
  }) => {
    test.setTimeout(300_000) // many entries of a page, also where other tests run beside it
    if (path === '/no-such-page') {
      announce.trouble(/there is no page at/)
      announce.trouble(/status of 404/)
    }
    await page.route('https://www.youtube-nocookie.com/**', (route) => route.fulfill({ body: '' }))
    const names = await buttonsBeforeScript(page, path)
    if (path === '/') {
      announce.host('www.youtube-nocookie.com')
      expect(names.length).toBeGreaterThan(6)
    }
    for (const name of names) {
      const late = await pressLate(page, path, name)
      for (const [when, held] of Object.entries(MOMENTS)) {
        const scripts = await hold(page, held)
        await page.goto(path, { waitUntil: 'commit' })
        await pressAnyhow(button(page, name))
        await page.waitForTimeout(300) // nothing is to happen meanwhile that would have to be taken back
        scripts.letGo()
        await expect.poll(() => outcome(page), `${name}, pressed ${when}`).toEqual(late)
        await page.unroute(held)
      }
    }
  })
}

test('the space bar presses the hero before script has come, and the button shows that it is awaited', async ({
  page,
}) => {
  const scripts = await hold(page, /\.js$/)
  await page.goto('/', { waitUntil: 'commit' })
  const hero = page.getByRole('region', { name: 'Welcome' }).getByRole('button', { name: `Download ${brand.name}` })
  await hero.press(' ')
  await expect(hero).toHaveAttribute('aria-busy', 'true')
  scripts.letGo()
  await expect(page.getByRole('dialog', { name: `Download ${brand.name}` })).toBeVisible()
  await expect(page.locator('.hero-ground .button').first()).not.toHaveAttribute('aria-busy')
})

test('presses on the deck are counted in the order they were made in', async ({ page }) => {
  const scripts = await hold(page, /\.js$/)
  await page.goto('/', { waitUntil: 'commit' })
  for (const name of ['Keep', 'Let go', 'Keep', 'Undo'])
    await pressAnyhow(page.getByRole('button', { name, exact: true }))
  scripts.letGo()
  await expect(page.locator('.deck-count')).toHaveText(/1 let go · \d+ left · 1 kept/)
})

test('when the first file of script is lost, what was pressed is followed as the link it is without script', async ({
  page,
  announce,
}) => {
  announce.trouble(/ERR_FAILED/)
  const boot = await hold(page, /\/boot-[^/]*\.js$/, (route) => route.abort('failed'))
  await page.goto('/', { waitUntil: 'commit' })
  await pressAnyhow(page.getByRole('button', { name: 'Get early access' }))
  await boot.begun
  await page.waitForTimeout(300)
  await expect(page).toHaveURL(/\/$/)
  boot.letGo()
  await expect(page).toHaveURL(/\/download$/)
})

test('a font that is lost, or that the visitor blocks, takes no press with it and has none done twice', async ({
  page,
  announce,
}) => {
  announce.trouble(/ERR_FAILED/)
  const fonts = await hold(page, /\.woff2$/, (route) => route.abort('failed'))
  const scripts = await hold(page, /\.js$/)
  await page.goto('/', { waitUntil: 'commit' })
  await pressAnyhow(page.getByRole('button', { name: 'Get early access' }))
  await fonts.begun
  const lost = page.waitForEvent('requestfailed')
  fonts.letGo()
  await lost
  await page.waitForTimeout(300)
  await expect(page).toHaveURL(/\/$/)
  await pressAnyhow(page.getByRole('button', { name: 'Keep', exact: true }))
  scripts.letGo()
  await expect(page.locator('.deck-count')).toHaveText(/1 kept/)
  await expect(page).toHaveURL(/\/$/)
})

function button(page: Page, name: string): Locator {
  return page.locator('#root').getByRole('button', { name, exact: true }).filter({ visible: true }).first()
}

/** The names of those that a visitor sees before any script. */
async function buttonsBeforeScript(page: Page, path: string): Promise<string[]> {
  const scripts = await hold(page, /\.js$/)
  await page.goto(path, { waitUntil: 'commit' })
  await page.locator('footer').waitFor({ state: 'attached' })
  const visible = page.locator('#root').locator(NEEDS_SCRIPT).filter({ visible: true })
  const names = await visible.evaluateAll((all) => all.map((it) => it.ariaLabel ?? it.textContent ?? ''))
  scripts.letGo()
  await page.unroute(/\.js$/)
  await ready(page)
  return names
}

async function ready(page: Page): Promise<void> {
  await page.locator('html[data-ready]').waitFor({ state: 'attached' })
}

/** Presses without the scroll and the waits of a test's click, which would take their time. */
async function pressAnyhow(button: Locator): Promise<void> {
  await button.evaluate((element: HTMLElement) => element.click())
}

/** What comes of a press once the page is alive; something does, unless the button is off. */
async function pressLate(page: Page, path: string, name: string) {
  await page.goto(path)
  await ready(page)
  const before = await outcome(page)
  const isOff = (await button(page, name).getAttribute('aria-disabled')) === 'true'
  await pressAnyhow(button(page, name))
  if (isOff) return before
  await expect.poll(() => outcome(page), `${name}, pressed late, does something`).not.toEqual(before)
  await page.waitForTimeout(1_500) // until a scroll has ended and a dialog is there that waits for it
  return await outcome(page)
}

/** What a visitor has before them. */
async function outcome(page: Page) {
  return await page.evaluate(() => ({
    path: location.pathname,
    dialog: document.querySelector('dialog[open] h2')?.textContent,
    isFilmShown: document.querySelector('iframe') !== null,
    deck: document.querySelector('.deck-count')?.textContent,
    at: [...document.querySelectorAll('main section[id]')]
      .filter((section) => Math.abs(section.getBoundingClientRect().top - 80) <= 3)
      .map((section) => section.id),
  }))
}
