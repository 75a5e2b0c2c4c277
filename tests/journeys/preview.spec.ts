// Tests of the silent scene that the home page shows in the place of the demo video until the visitor plays it.
import type { Page } from '@playwright/test'
import { expect, test, WITH_MOTION } from '../support/journey.ts'
import { openPage } from './open-page.ts'

test.use(WITH_MOTION)

/** Returns how many animations of the scene run, and their durations in milliseconds. */
async function sceneAnimations(page: Page): Promise<{ running: number; durations: unknown[] }> {
  return await page.locator('.preview').evaluate((scene) => {
    const all = scene.getAnimations({ subtree: true })
    return {
      running: all.filter(({ playState }) => playState === 'running').length,
      durations: [...new Set(all.map(({ effect }) => effect?.getComputedTiming().duration))],
    }
  })
}

async function showScene(page: Page): Promise<void> {
  await openPage(page, '/')
  await page.locator('.player').evaluate((player) => player.scrollIntoView({ block: 'center', behavior: 'instant' }))
  await expect(page.locator('.preview')).toBeVisible()
}

test('a browser that saves data loads the scene of the app only near the viewport, and it has the size of the film', async ({
  page,
}) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))
  const loaded: string[] = []
  page.on('request', (request) => void loaded.push(new URL(request.url()).pathname))
  await openPage(page, '/')
  const before = await page.locator('.player').boundingBox()
  await page.waitForTimeout(500)
  expect(loaded.filter((path) => /\/(stage|preview)-/.test(path))).toEqual([])
  await showScene(page)
  const after = await page.locator('.player').boundingBox()
  expect(after?.height).toBe(before?.height)
  const [frame, scene] = await Promise.all([
    page.locator('.player > div').boundingBox(),
    page.locator('.preview').boundingBox(),
  ])
  expect(scene).toEqual(frame)
})

test('the scene of the app moves in a loop of ten seconds while it is in view and its tab is not hidden, and can be paused', async ({
  page,
}) => {
  await showScene(page)
  await expect.poll(async () => (await sceneAnimations(page)).running).toBeGreaterThan(8)
  expect((await sceneAnimations(page)).durations).toEqual([10_000])
  await page.getByRole('button', { name: 'Pause the preview' }).click()
  await expect.poll(async () => (await sceneAnimations(page)).running).toBe(0)
  await page.getByRole('button', { name: 'Resume the preview' }).click()
  await expect.poll(async () => (await sceneAnimations(page)).running).toBeGreaterThan(8)
  for (const hidden of [true, false]) {
    await page.evaluate((value) => {
      Object.defineProperty(document, 'hidden', { value, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, hidden)
    const running = expect.poll(async () => (await sceneAnimations(page)).running)
    await (hidden ? running.toBe(0) : running.toBeGreaterThan(8))
  }
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  await expect.poll(async () => (await sceneAnimations(page)).running).toBe(0)
})

test('with reduced motion the scene of the app has no animation, and words in place of its buttons', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await showScene(page)
  expect(await sceneAnimations(page)).toEqual({ running: 0, durations: [] })
  await expect(page.locator('.preview-pause')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Watch it move' })).toBeHidden()
  await expect(page.locator('.player > p')).toBeVisible()
})

test('Watch it move begins the scene anew, larger and with captions, until the visitor is done', {
  tag: '@wide',
}, async ({ page, isMobile }) => {
  await showScene(page)
  const widthOf = async () => (await page.locator('.preview').boundingBox())?.width ?? 0
  const before = await widthOf()
  await page.getByRole('button', { name: 'Watch it move' }).click()
  const captions = page
    .locator('#demo-video')
    .getByRole('listitem')
    .filter({ hasText: /Love it|blinked|Undo|Kept/ })
  await expect(captions).toHaveText([
    'Love it? Keep it.',
    'She blinked? Let it go.',
    'Too fast? Undo.',
    'Kept. On to the next.',
  ])
  await expect(captions.nth(0)).toHaveCSS('opacity', '1')
  await expect(page.locator('.preview')).toBeInViewport({ ratio: 0.95 })
  await expect(captions.nth(1)).toHaveCSS('opacity', '1')
  await expect(captions.nth(0)).toHaveCSS('opacity', '0')
  if (!isMobile) expect(await widthOf()).toBeGreaterThan(before * 1.5)
  await page.getByRole('button', { name: 'Done watching' }).click()
  await expect(captions).toHaveCount(0)
  expect(await widthOf()).toBe(before)
})

test('when the scene of the app cannot be loaded, the player shows the poster and a link to the film', async ({
  page,
  announce,
}) => {
  announce.trouble(/Failed to load resource|net::ERR_FAILED/)
  await page.route(/\/assets\/(stage|preview)-[\w-]+\.(js|css)$/, (route) => route.abort())
  await openPage(page, '/')
  await page.locator('.player').evaluate((player) => player.scrollIntoView({ block: 'center', behavior: 'instant' }))
  await expect(page.locator('.player img')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Watch it move' })).toBeHidden()
  const prevented = await page.locator('.player-film > a').evaluate((link) => {
    const press = new MouseEvent('click', { bubbles: true, cancelable: true })
    addEventListener(
      'click',
      (event) => (Object.assign(window, { wasPrevented: event.defaultPrevented }), event.preventDefault()),
    )
    link.dispatchEvent(press)
    return Reflect.get(window, 'wasPrevented')
  })
  expect(prevented).toBe(false)
})
