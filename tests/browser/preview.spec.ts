// Tests of the silent scene that the home page shows in the place of the demo video until the visitor plays it.
import type { Page } from '@playwright/test'
import { expect, test, WITH_MOTION } from '../support/journey.ts'

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
  await page.goto('/')
  await page.locator('html[data-ready]').waitFor({ state: 'attached' })
  await page.locator('.player').evaluate((player) => player.scrollIntoView({ block: 'center', behavior: 'instant' }))
  await expect(page.locator('.preview')).toBeVisible()
}

test('the scene of the app is loaded only near the viewport, and it has the size of the film', async ({ page }) => {
  const loaded: string[] = []
  page.on('request', (request) => void loaded.push(new URL(request.url()).pathname))
  await page.goto('/')
  await page.locator('html[data-ready]').waitFor({ state: 'attached' })
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

test('the scene of the app moves in a loop of ten seconds while it is in view, and can be paused', async ({ page }) => {
  await showScene(page)
  await expect.poll(async () => (await sceneAnimations(page)).running).toBeGreaterThan(8)
  expect((await sceneAnimations(page)).durations).toEqual([10_000])
  await page.getByRole('button', { name: 'Pause the preview' }).click()
  await expect.poll(async () => (await sceneAnimations(page)).running).toBe(0)
  await page.getByRole('button', { name: 'Resume the preview' }).click()
  await expect.poll(async () => (await sceneAnimations(page)).running).toBeGreaterThan(8)
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  await expect.poll(async () => (await sceneAnimations(page)).running).toBe(0)
})

test('the scene of the app stands still while the tab is hidden', async ({ page }) => {
  await showScene(page)
  await expect.poll(async () => (await sceneAnimations(page)).running).toBeGreaterThan(8)
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { value: true, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await expect.poll(async () => (await sceneAnimations(page)).running).toBe(0)
})

test('with reduced motion the scene of the app has no animation and no pause button', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await showScene(page)
  expect(await sceneAnimations(page)).toEqual({ running: 0, durations: [] })
  await expect(page.locator('.preview-pause')).toBeHidden()
})

test('when the scene of the app cannot be loaded, the player shows the poster and its button is a link to the film', async ({
  page,
  announce,
}) => {
  announce.trouble(/Failed to load resource|net::ERR_FAILED/)
  await page.route(/\/assets\/(stage|preview)-[\w-]+\.(js|css)$/, (route) => route.abort())
  await page.goto('/')
  await page.locator('html[data-ready]').waitFor({ state: 'attached' })
  await page.locator('.player').evaluate((player) => player.scrollIntoView({ block: 'center', behavior: 'instant' }))
  await expect(page.locator('.player img')).toBeVisible()
  const prevented = await page.locator('.player > a').evaluate((link) => {
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
