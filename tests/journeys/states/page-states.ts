import { expect, type Page } from '@playwright/test'
import { inSequence, type SiteState } from './site-state.ts'

const SECTIONS = ['demo-video', 'testimonials', 'features', 'story', 'who-is-this-for', 'free-access', 'faq']
const DECK = '[role=group][aria-label^="Try it"]'
const ROW = '**/rest/v1/app_settings*'

/** Scrolls down until the download banner appears. */
async function scrollToBanner(page: Page): Promise<void> {
  await page.evaluate(() => window.scrollTo({ top: 1400, behavior: 'instant' }))
  await expect(page.getByRole('complementary', { name: 'Download' })).toBeVisible()
}

async function scrollToSpots(page: Page): Promise<void> {
  await page.locator('#free-access').scrollIntoViewIfNeeded()
}

/** Scrolls to the scene of the app in the place of the demo video. */
async function showScene(page: Page): Promise<void> {
  await page.locator('.player').evaluate((player) => player.scrollIntoView({ block: 'center', behavior: 'instant' }))
  await expect(page.locator('.preview')).toBeVisible()
}

/** Stops the scene's animations at a time of their loop. Runs in the page. */
function stopSceneAtMs(time: number): void {
  for (const animation of document.querySelector('.preview')?.getAnimations({ subtree: true }) ?? []) {
    animation.pause()
    animation.currentTime = time
  }
}

/** Sorts pictures of the card deck with the arrow keys, of which `before` are sorted, until `count` are. */
async function sortPrints(page: Page, count: number, before = 0): Promise<void> {
  const deck = page.locator(DECK)
  await deck.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  const keep = deck.getByRole('button', { name: 'Keep' })
  await keep.focus()
  await page.keyboard.press('ArrowRight')
  // The first key press loads the card deck's script, which then applies the press.
  await expect(deck).toContainText(`${11 - before} left`)
  for (let done = before + 1; done < count; done++)
    await page.keyboard.press(done % 3 === 0 ? 'ArrowLeft' : 'ArrowRight')
  await expect(deck).toContainText(count < 12 ? `${12 - count} left` : 'You kept')
}

/** The states of the pages: after loading, and after interactions that open no dialog. */
export const pageStates: readonly SiteState[] = [
  ...inSequence(
    {
      name: 'home',
      route: '/',
      wholePage: true,
      parts: ['section[aria-label="Welcome"]', ...SECTIONS.map((id) => `#${id}`), 'footer'],
      async reach(page) {
        await scrollToSpots(page)
        await expect(page.locator('#free-access .spots-figure')).toHaveText(/^\d+$/)
      },
    },
    { name: 'home-banner', route: '/', subject: '#download-banner', reach: scrollToBanner },
    { name: 'home-scene-still', route: '/', subject: '#demo-video', reach: showScene },
    { name: 'home-deck-begun', route: '/', subject: DECK, reach: (page) => sortPrints(page, 3) },
    {
      name: 'home-deck-done',
      route: '/',
      subject: DECK,
      async reach(page) {
        await sortPrints(page, 12, 3)
        await expect(page.getByText('Now ten of yours')).toBeVisible() // the buttons are hidden for half a second
      },
    },
    {
      name: 'home-film',
      route: '/',
      subject: '#demo-video',
      expectedHost: 'www.youtube-nocookie.com',
      prepare: (page) => page.route('https://www.youtube-nocookie.com/**', (route) => route.fulfill({ body: '' })),
      async reach(page) {
        await page.getByRole('button', { name: 'Play the stand-in film' }).click()
        await expect(page.locator('#demo-video iframe')).toBeVisible()
      },
    },
    {
      name: 'home-menu',
      route: '/',
      subject: 'header',
      async reach(page) {
        const menu = page.getByLabel('Menu', { exact: true })
        if (await menu.isVisible()) await menu.click()
      },
    },
  ),
  {
    name: 'home-question-open',
    route: '/',
    subject: '#faq',
    async reach(page) {
      await page.locator('#faq summary').nth(5).click()
      await expect(page.locator('#faq details[open]')).toBeVisible()
    },
  },
  {
    name: 'home-scene-playing',
    route: '/',
    subject: '#demo-video',
    moves: true,
    prepare: (page) => page.emulateMedia({ reducedMotion: 'no-preference' }),
    async reach(page) {
      await showScene(page)
      await expect(page.getByRole('button', { name: 'Pause the preview' })).toBeVisible()
      await page.evaluate(stopSceneAtMs, 3_200)
    },
  },
  {
    name: 'home-spots-loading',
    route: '/',
    subject: '#free-access',
    prepare: (page) => page.route(ROW, () => new Promise(() => {})),
    async reach(page) {
      await scrollToSpots(page)
      await expect(page.locator('.spots-figure .skeleton')).toBeVisible()
    },
  },
  {
    name: 'home-spots-none',
    route: '/',
    subject: '#free-access',
    prepare: (page) => page.route(ROW, (route) => route.fulfill({ json: { value: '0' } })),
    async reach(page) {
      await scrollToSpots(page)
      await expect(page.locator('#free-access')).toContainText('All places with lifetime access are taken.')
    },
  },
  {
    name: 'home-spots-failed',
    route: '/',
    subject: '#free-access',
    prepare: (page) => page.route(ROW, (route) => route.fulfill({ json: { value: 'many' } })),
    async reach(page) {
      await scrollToSpots(page)
      await expect(page.locator('#free-access')).toContainText('Invalid spots data')
    },
  },
  { name: 'terms', route: '/terms', wholePage: true },
  { name: 'terms-print', route: '/terms', wholePage: true, medium: 'print' },
  { name: 'privacy', route: '/privacy', wholePage: true },
  { name: 'privacy-print', route: '/privacy', wholePage: true, medium: 'print' },
  {
    name: 'not-found',
    route: '/404',
    address: '/a/path/that/leads/nowhere',
    wholePage: true,
    expectedError: /404/,
  },
]
