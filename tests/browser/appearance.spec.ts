import { brand } from '../support/brand.ts'
import { expect, test, WITH_MOTION } from '../support/journey.ts'
import { mockVersionFile } from './release-file.ts'

test.use(WITH_MOTION)

test('every button in the main content of the home page is pill-shaped', async ({ page }) => {
  await page.goto('/')
  const buttons = page.locator('main .button')
  expect(await buttons.count()).toBeGreaterThan(5)
  const radii = await buttons.evaluateAll((all) =>
    all.map((button) => parseFloat(getComputedStyle(button).borderRadius)),
  )
  expect(Math.min(...radii)).toBeGreaterThan(100)
})

test('on the home page, testimonials have a quote and initials, story sections a heading and text, and the price is $0', {
  tag: ['@R2.21', '@R2.22', '@R3.14', '@R9.11'],
}, async ({ page }) => {
  await page.goto('/')
  for (const voice of await page.locator('#testimonials figure').all()) {
    await expect(voice.locator('blockquote')).toHaveText(/^“.{20,}”$/)
    await expect(voice.locator('figcaption')).toHaveText(/^([A-Z]\. ?)+\s*Early Access User$/)
  }
  const moments = page.locator('#story ol > li')
  await expect(moments).toHaveCount(4)
  for (const moment of await moments.all()) {
    await expect(moment.locator('h3')).toHaveText(/\w/)
    await expect(moment.locator('p')).toHaveText(/.{40,}/)
  }
  await expect(page.locator('#pricing')).toContainText('$0')
})

test('the footer links to the home, terms and privacy pages and to five sections of the home page', {
  tag: '@R2.11',
}, async ({ page }) => {
  await page.goto('/')
  const footer = page.getByRole('contentinfo')
  const links = {
    'How It Works': '/#how-it-works',
    Story: '/#story',
    Features: '/#features',
    FAQ: '/#faq',
    Pricing: '/#pricing',
    Home: '/',
    'Terms of Service': '/terms',
    'Privacy Policy': '/privacy',
  }
  for (const [name, address] of Object.entries(links)) {
    await expect(footer.getByRole('link', { name, exact: true })).toHaveAttribute('href', address)
  }
})

test('entrance animations start with a growing delay in a row of blocks, and from both sides in the story section', {
  tag: '@R2.28',
}, async ({ page }) => {
  await page.goto('/')
  await page.locator('html[data-ready]').waitFor({ state: 'attached' })
  const portraits = page.locator('#who-is-this-for [data-reveal]')
  await expect(portraits).toHaveCount(4)
  await expect(portraits.nth(0)).toHaveCSS('transition-delay', /^0s/)
  await expect(portraits.nth(2)).toHaveCSS('transition-delay', /^0\.2s/)
  const story = page.locator('#story [data-reveal]')
  const sides = await story.evaluateAll((all) => all.map((block) => block.getAttribute('data-reveal')))
  expect(new Set(sides)).toEqual(new Set(['left', 'right']))
})

test('the download page shows a green check mark after a payment and an amber notice about fallback links', {
  tag: ['@R2.34', '@R4.21'],
}, async ({ page, announce }) => {
  announce.trouble(/version\.json could not be used/)
  await mockVersionFile(page)
  await page.goto('/download?session_id=cs_1')
  const heading = page.getByRole('heading', { level: 1, name: `Welcome to ${brand.name}!` })
  const check = heading.locator('xpath=preceding-sibling::*').locator('svg')
  await expect(check).toBeVisible()
  const colour = await check.evaluate((icon) => getComputedStyle(icon).color)
  const [red = 0, green = 0, blue = 0] = rgbOf(colour)
  expect(green).toBeGreaterThan(Math.max(red, blue))

  await page.unrouteAll()
  await page.route('**/latest/version.json', (route) => route.fulfill({ body: 'no' }))
  await page.goto('/download')
  const notice = page.getByText('Using latest available downloads')
  await expect(notice).toBeVisible()
  const [r = 0, g = 0, b = 0] = rgbOf(await notice.evaluate((text) => getComputedStyle(text).color))
  expect(r).toBeGreaterThan(g)
  expect(g).toBeGreaterThan(b)
})

function rgbOf(colour: string): number[] {
  return [...colour.matchAll(/[\d.]+/g)].slice(0, 3).map(([part]) => Number(part))
}
