import type { Locator, Page } from '@playwright/test'
import { brand } from '../support/brand.ts'
import { expect, test, WITH_MOTION } from '../support/journey.ts'
import { delayRequests } from './delay-requests.ts'
import { openPage } from './open-page.ts'
import { openSignupDialog, SIGNUP_REQUEST_PATTERN } from './signup-dialog.ts'

test.use(WITH_MOTION)

/** Returns one button of each size from the home page. */
async function oneOfEachSize(page: Page): Promise<Locator[]> {
  await openPage(page, '/')
  await page.evaluate(() => window.scrollTo({ top: 900, behavior: 'instant' }))
  await expect(page.locator('#download-banner')).toBeVisible()
  return [
    page.locator('#download-banner').getByRole('button', { name: 'Download App' }),
    page.locator('#testimonials').getByRole('button'),
    page.locator('#free-access').getByRole('button', { name: 'Download App' }),
    page.getByRole('region', { name: 'Welcome' }).getByRole('button', { name: `Download ${brand.name}` }),
  ]
}

/** Returns the least contrast ratio of a button's text to the colours of its gradient. axe leaves out elements with `aria-disabled`. */
function contrastOf(button: Locator) {
  return button.evaluate((element) => {
    const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
    const luminance = (colour: string) => {
      if (!canvas) throw new Error('There is no canvas.')
      canvas.clearRect(0, 0, 1, 1)
      canvas.fillStyle = colour
      canvas.fillRect(0, 0, 1, 1)
      const [red = 0, green = 0, blue = 0] = [...canvas.getImageData(0, 0, 1, 1).data].map((part) =>
        part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
      )
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
    const { color, backgroundImage } = getComputedStyle(element)
    const text = luminance(color)
    const grounds = (backgroundImage.match(/rgb\([^)]*\)/g) ?? []).map(luminance)
    if (grounds.length < 2) throw new Error(`The button has no gradient: ${backgroundImage}`)
    return Math.min(...grounds.map((each) => (Math.max(text, each) + 0.05) / (Math.min(text, each) + 0.05)))
  })
}

/** Returns the computed styles of a button: sizes in pixels and colours. */
function styleOf(button: Locator) {
  return button.evaluate((element) => {
    const { fontSize, paddingLeft, borderRadius, backgroundColor, backgroundImage, borderTopWidth, color } =
      getComputedStyle(element)
    return {
      height: Math.round(element.getBoundingClientRect().height),
      width: Math.round(element.getBoundingClientRect().width),
      letters: parseFloat(fontSize),
      room: parseFloat(paddingLeft),
      corner: parseFloat(borderRadius),
      ground: `${backgroundColor} ${backgroundImage}`,
      edge: parseFloat(borderTopWidth),
      color,
    }
  })
}

test('the four button sizes increase in height, font size or padding, and all have pill corners; the three variants differ in background, border and colour, and a full-width button fills its column', {
  tag: ['@R2.29', '@R2.31'],
}, async ({ page }) => {
  const looks = []
  for (const button of await oneOfEachSize(page)) looks.push(await styleOf(button))
  const [sm, md, lg, xl] = looks
  if (!sm || !md || !lg || !xl) throw new Error('The page has no four sizes of buttons.')
  expect([sm.letters, md.letters, lg.letters]).toEqual([14, 16, 18])
  for (const [smaller, larger] of [
    [sm, md],
    [md, lg],
    [lg, xl],
  ] as const) {
    expect(larger.height).toBeGreaterThanOrEqual(smaller.height)
    expect(larger.letters).toBeGreaterThanOrEqual(smaller.letters)
    expect(larger.room).toBeGreaterThan(smaller.room)
  }
  expect(sm.height).toBeGreaterThanOrEqual(44)
  expect(lg.height).toBeGreaterThanOrEqual(48)
  expect(xl.height).toBeGreaterThan(lg.height)
  for (const { corner, height } of looks) expect(corner).toBeGreaterThanOrEqual(height / 2)

  const secondary = await styleOf(page.locator('#faq').getByRole('button', { name: 'Contact Us' }))
  const primary = lg
  const outline = md
  expect(primary.ground).toContain('linear-gradient')
  expect(primary.color).toBe('rgb(255, 255, 255)')
  expect(secondary.ground).toMatch(/^rgb\(42, 20, 51\) none/)
  expect(secondary.color).not.toBe('rgb(42, 20, 51)')
  expect(outline.edge).toBe(2)
  expect([primary.edge, secondary.edge]).toEqual([0, 0])
  expect(outline.color).toBe('rgb(42, 20, 51)')
  const column = await page
    .locator('#free-access')
    .getByRole('button', { name: 'Download App' })
    .evaluate((element) => Math.round(element.parentElement?.querySelector('ul')?.clientWidth ?? 0))
  expect(primary.width).toBe(column)
  expect(outline.width).toBeLessThan(column)
})

test('a button lifts 2 px and scales to 1.02 when hovered, and to 0.98 while pressed', {
  tag: ['@wide', '@R9.15'],
}, async ({ page, isMobile }) => {
  const shape = (button: Locator) => button.evaluate((element) => getComputedStyle(element).transform)
  const hero = (await oneOfEachSize(page))[3]
  const outline = page.getByRole('region', { name: 'Welcome' }).getByRole('button', { name: 'See How It Works' })
  for (const button of [hero, outline]) {
    if (!button) throw new Error('The page has no such button.')
    await page.mouse.move(1, 400)
    await button.scrollIntoViewIfNeeded()
    await expect.poll(() => shape(button)).toBe('none')
    await button.hover()
    // Touch screens have no hover, so phones do not apply the hover transform.
    await expect.poll(() => shape(button)).toBe(isMobile ? 'none' : 'matrix(1.02, 0, 0, 1.02, 0, -2)')
    await page.mouse.down()
    await expect.poll(() => shape(button)).toBe('matrix(0.98, 0, 0, 0.98, 0, 0)')
    await page.mouse.move(1, 400)
    await page.mouse.up()
    await expect.poll(() => shape(button)).toBe('none')
  }
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('while a sign-up request is pending, the submit button keeps its colours, ignores presses and shows a rotating spinner', {
  tag: ['@R2.30', '@R2.32', '@R4.1', '@R4.23'],
}, async ({ page }) => {
  let sent = 0
  const sending = await delayRequests(page, SIGNUP_REQUEST_PATTERN, (route) => {
    sent++
    return route.fulfill({ status: 201, body: '' })
  })
  await page.route('**/functions/v1/send-notifications', (route) => route.fulfill({ json: { success: true } }))
  const { submit, signUp, name } = await openSignupDialog(page)
  await expect(submit).toHaveCSS('opacity', '1')
  expect(await spinnerOf(submit)).toBeNull()
  await signUp({ name: 'Mara Lind', email: 'mara.lind@example.com' })
  await sending.begun
  await expect(submit).toHaveText('Processing...')
  await expect(submit).toHaveAttribute('aria-disabled', 'true')
  await expect(submit).toHaveCSS('cursor', 'not-allowed')
  await expect(submit).toHaveCSS('opacity', '1') // because `contrastOf` compares the colours without opacity
  expect(await contrastOf(submit)).toBeGreaterThanOrEqual(4.5)
  expect(await spinnerOf(submit)).toEqual({
    turns: true,
    size: expect.any(Number),
    line: 'rgb(255, 255, 255)',
    open: true,
  })
  expect((await spinnerOf(submit))?.size).toBeGreaterThan(14)
  // Only the spinner can change between the two screenshots, so a difference proves that the spinner turns.
  const first = await submit.screenshot({ animations: 'allow' })
  await page.waitForTimeout(250)
  expect((await submit.screenshot({ animations: 'allow' })).equals(first)).toBe(false)
  await submit.click({ force: true }) // without `force`, the click would wait until the disabled button becomes enabled
  await name.press('Enter')
  sending.release()
  await expect(page).toHaveURL(/\/download$/)
  expect(sent).toBe(1)
})

/** Returns the computed styles of a button's spinner, or null when the button has no spinner. */
function spinnerOf(button: Locator) {
  return button.evaluate((element) => {
    const style = getComputedStyle(element, '::before')
    if (style.content === 'none' || style.display === 'none') return null
    const animation = element
      .getAnimations({ subtree: true })
      .find(({ effect }) => effect instanceof KeyframeEffect && effect.pseudoElement === '::before')
    const moved = animation?.effect instanceof KeyframeEffect ? animation.effect.getKeyframes() : []
    return {
      turns:
        animation?.playState === 'running' &&
        animation.effect?.getComputedTiming().iterations === Infinity &&
        moved.some(({ transform }) => String(transform).includes('rotate')),
      size: Math.min(parseFloat(style.width), parseFloat(style.height)),
      line: parseFloat(style.borderTopWidth) >= 2 && style.opacity === '1' ? style.borderTopColor : 'not to be seen',
      open: style.borderRightColor !== style.borderTopColor,
    }
  })
}
