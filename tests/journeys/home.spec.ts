import type { Page } from '@playwright/test'
import { founders } from '../../website/app/content/founders.ts'
import { brand } from '../support/brand.ts'
import { expect, test, WITH_MOTION } from '../support/journey.ts'
import { clickAfterHydration, openPage } from './open-page.ts'
import { waitForTwoFrames } from './two-frames.ts'

test.use(WITH_MOTION)

const ANCHORS = ['demo-video', 'testimonials', 'features', 'story', 'who-is-this-for', 'free-access', 'faq']

test('the home page has its sections in order, with their content, between the navigation bar and the footer with its links, and the founders sign their story and the footer; its questions, contact buttons and film work', {
  tag: [
    '@R1.3',
    '@R2.1',
    '@R2.7',
    '@R2.10',
    '@R2.11',
    '@R2.21',
    '@R2.20',
    '@R2.22',
    '@R2.24',
    '@R2.43',
    '@R3.13',
    '@R3.14',
    '@R9.11',
  ],
}, async ({ page, announce }) => {
  await openPage(page, '/')
  await test.step('no script except the first is requested before the first contentful paint', async () => {
    const [script, painted, latest] = await page.evaluate(() => {
      const [navigation] = performance.getEntriesByType('navigation')
      const [paint] = performance.getEntriesByName('first-contentful-paint')
      const scripts = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'))
      const loaded = navigation instanceof PerformanceNavigationTiming ? navigation.loadEventStart : 0
      return [scripts[1]?.startTime ?? 0, paint?.startTime ?? 0, loaded + 1_000]
    })
    // One second after the load event, the page requests the scripts even without a paint, because a page in a background tab is not painted.
    expect(script).toBeGreaterThanOrEqual(Math.min(painted, latest))
  })
  await expect(page).toHaveTitle(`${brand.name} - ${brand.title}`)
  const sections = await page.locator('main section[id]').evaluateAll((all) => all.map(({ id }) => id))
  expect(sections).toEqual(ANCHORS)
  await expect(page.getByRole('banner')).toBeVisible()
  await expect(page.locator('#demo-video #how-it-works')).toHaveCount(1)
  await expect(page.locator('#free-access #pricing')).toHaveCount(1)
  await expect(page.locator('#pricing')).toContainText('$0')

  const voices = page.locator('#testimonials li figure')
  await expect(voices).toHaveCount(3)
  for (const voice of await voices.all()) {
    await expect(voice.locator('blockquote')).toHaveText(/^“.{20,}”$/)
    await expect(voice.locator('figcaption')).toHaveText(/^([A-Z]\. ?)+( your initials here)?\s*Early Access User$/)
  }
  const moments = page.locator('#story ol > li')
  await expect(moments).toHaveCount(4)
  for (const moment of await moments.all()) {
    await expect(moment.locator('h3')).toHaveText(/\w/)
    await expect(moment.locator('p')).toHaveText(/.{40,}/)
  }
  await expect(page.locator('#testimonials')).toContainText('nobody has said these yet')
  await expect(page.getByText('Sample', { exact: true })).toHaveCount(0)

  const links = {
    'How It Works': '/#how-it-works',
    Story: '/#story',
    Features: '/#features',
    FAQ: '/#faq',
    Pricing: '/#pricing',
    Home: '/',
    Download: '/download',
    'Terms of Service': '/terms',
    'Privacy Policy': '/privacy',
  }
  for (const [name, address] of Object.entries(links)) {
    const link = page.getByRole('contentinfo').getByRole('link', { name, exact: true })
    await expect(link).toHaveAttribute('href', address)
  }
  const radii = await page
    .locator('main .button')
    .evaluateAll((all) => all.map((button) => parseFloat(getComputedStyle(button).borderRadius)))
  expect(radii.length).toBeGreaterThan(5)
  expect(Math.min(...radii)).toBeGreaterThan(100)

  const story = page.locator('#story')
  await story.scrollIntoViewIfNeeded()
  await expect(story.getByRole('img', { name: founders.signature })).toBeVisible()
  for (const count of Object.values(founders.photos)) await expect(story).toContainText(count)
  await expect(page.getByRole('contentinfo')).toContainText(`Made by ${founders.names}, who couldn’t face`)

  await test.step('of nine questions at most one is open, and three buttons open the contact dialog', async () => {
    const questions = page.locator('#faq details')
    await expect(questions).toHaveCount(9)
    await questions.nth(0).locator('summary').click()
    await expect(questions.nth(0)).toHaveAttribute('open')
    await questions.nth(3).locator('summary').click()
    await expect(questions.nth(3)).toHaveAttribute('open')
    await expect(questions.nth(0)).not.toHaveAttribute('open')
    await questions.nth(3).locator('summary').press('Enter')
    await expect(questions.nth(3)).not.toHaveAttribute('open')
    await expect(page.locator('#faq')).toContainText('no photo limit')
    await expect(page.locator('#faq')).toContainText('works offline')
    const dialog = page.getByRole('dialog', { name: 'Contact the Founders' })
    for (const name of ['Contact Us', 'Be one of them', 'Write to us']) {
      await clickAfterHydration(page.locator('#main').getByRole('button', { name, exact: true }))
      await expect(dialog, name).toBeVisible()
      await dialog.getByRole('button', { name: 'Close', exact: true }).click()
      await expect(dialog).toBeHidden()
    }
  })

  await test.step('the film is loaded only after its link is pressed, and a button leads back to the scene', async () => {
    announce.host('www.youtube-nocookie.com')
    const film = page.getByRole('button', { name: 'Play the stand-in film' })
    await film.scrollIntoViewIfNeeded()
    await expect(page.locator('#demo-video .preview')).toBeVisible()
    await expect(page.locator('iframe')).toHaveCount(0)
    await clickAfterHydration(film)
    const player = page.locator('#demo-video iframe')
    await expect(player).toHaveAttribute('src', /^https:\/\/www\.youtube-nocookie\.com\/embed\//)
    await expect(player).toBeFocused()
    await page.getByRole('button', { name: 'Back to the scene' }).click()
    await expect(page.locator('#demo-video .preview')).toBeVisible()
    await expect(page.locator('iframe')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Watch it move' })).toBeFocused()
  })

  await test.step('the text is light on a dark ground in the dark color scheme, and the reverse in the light one', async () => {
    const readLightness = async (colorScheme: 'dark' | 'light') => {
      await page.emulateMedia({ colorScheme })
      return page.evaluate(() => {
        const lightnessOf = (colour: string) =>
          [...colour.matchAll(/[\d.]+/g)].slice(0, 3).reduce((sum, [part]) => sum + Number(part), 0) / 3
        const { backgroundColor, color } = getComputedStyle(document.body)
        const root = getComputedStyle(document.documentElement).backgroundColor
        return {
          ground: lightnessOf(backgroundColor === 'rgba(0, 0, 0, 0)' ? root : backgroundColor),
          letters: lightnessOf(color),
        }
      })
    }
    const [dark, light] = [await readLightness('dark'), await readLightness('light')]
    expect(dark.ground).toBeLessThan(40)
    expect(dark.letters).toBeGreaterThan(220)
    expect(light.ground).toBeGreaterThan(230)
    expect(light.letters).toBeLessThan(60)
  })
})

test('the home page logs its page view and each scroll depth once, and shows its banner after 800 px of scrolling until it is dismissed, not at once for the scrolling of another page', {
  tag: ['@R2.9', '@R2.23', '@R4.11', '@R4.12', '@R4.13', '@R9.6', '@R9.10'],
}, async ({ page }) => {
  const logged: string[] = []
  page.on('console', (message) => {
    if (message.text().startsWith('[analytics]')) logged.push(message.text())
  })
  const banner = page.getByRole('complementary', { name: 'Download' })
  const visitPrivacy = async () => {
    await clickAfterHydration(page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' }))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacy Policy')
    await returnHome()
  }
  const returnHome = async () => {
    const home = page.getByRole('contentinfo').getByRole('link', { name: 'Home' })
    await home.scrollIntoViewIfNeeded()
    await clickAfterHydration(home)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(brand.tagline)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
    await waitForTwoFrames(page)
  }
  await test.step('after scrolling /privacy to its end', async () => {
    await openPage(page, '/privacy')
    await returnHome()
    await expect(page.locator('#download-banner')).toBeHidden()
    expect(logged.filter((line) => line.includes('scroll_depth'))).toEqual([])
  })

  logged.length = 0
  await page.goto('/')
  await expect.poll(() => logged).toEqual(['[analytics] page_view home'])
  await scrollTo(page, 790)
  await expect(banner).toBeHidden()
  await scrollTo(page, 850)
  await expect(banner).toBeVisible()
  await clickAfterHydration(banner.getByRole('button', { name: 'Download App' }))
  const dialog = page.getByRole('dialog', { name: `Download ${brand.name}` })
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await banner.getByRole('button', { name: 'Dismiss' }).click()
  await expect(banner).toBeHidden()
  for (const share of [0.3, 0.6, 0.8, 1, 0, 1]) {
    await scrollTo(page, share * (await page.evaluate(() => document.documentElement.scrollHeight)))
    await page.waitForTimeout(80)
    await expect(banner).toBeHidden()
  }
  await visitPrivacy()
  await scrollTo(page, 1500)
  await expect(banner, 'on the next visit').toBeHidden()
  await expect
    .poll(() => logged)
    .toEqual([
      '[analytics] page_view home',
      '[analytics] scroll_depth 25',
      '[analytics] scroll_depth 50',
      '[analytics] scroll_depth 75',
      '[analytics] scroll_depth 90',
    ])
  await page.reload()
  await scrollTo(page, 850)
  await expect(banner).toBeVisible()
})

async function scrollTo(page: Page, top: number): Promise<void> {
  await page.locator('html[data-ready]').waitFor({ state: 'attached' })
  await page.evaluate((to) => window.scrollTo({ top: to, behavior: 'instant' }), top)
  await waitForTwoFrames(page)
}
