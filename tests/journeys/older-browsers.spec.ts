// Tests of the oldest supported browsers (website/browser-floor.ts), and of older ones. The tests' browser loses every feature that one of the
// oldest supported browsers lacks, by MDN's data.
import type { Page } from '@playwright/test'
import { features, isUnsupported, partsOf } from '../../tools/browser-floor/support.ts'
import { brand } from '../support/brand.ts'
import { expect, test, WITH_MOTION } from '../support/journey.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import { clickAfterHydration } from './open-page.ts'

test.use(WITH_MOTION)

/** Objects that are not removed: the browser still enforces the policy `require-trusted-types-for` when they are missing. */
const KEPT_OWNERS = /^trusted/i

/** Unsupported members of the language and of the browser, by the name of their object. */
const OBJECTS = [...partsOf(features.javascript['builtins']), ...partsOf(features.api)]
const MISSING = OBJECTS.filter(([owner]) => !KEPT_OWNERS.test(owner)).map(([owner, node]) => ({
  owner,
  isMissing: isUnsupported(node),
  members: partsOf(node)
    .filter(([, part]) => isUnsupported(part))
    .map(([name]) => ({ name: name.replace(/_(static|event)$/, ''), isStatic: name.endsWith('_static') })),
}))

/** Members that the oldest supported browsers have: half of the test for the floor, and one that rejects with another error in Chrome 109. */
const KEPT = ['Array.fromAsync', 'AbortSignal.timeout']

/** Takes away what the oldest supported browsers lack. With `isOlder` also what the test for the floor asks for. */
async function makeOld(page: Page, isOlder: boolean): Promise<void> {
  await page.addInitScript(
    ({ missing, kept, isOlder }) => {
      const world = globalThis as unknown as Record<string, { prototype?: object } | undefined>
      for (const { owner, isMissing, members } of missing) {
        const object = world[owner]
        for (const { name, isStatic } of members)
          for (const holder of isStatic ? [object] : [object, object?.prototype])
            if (holder && name !== 'constructor' && !kept.includes(`${owner}.${name}`))
              Reflect.deleteProperty(holder, name)
        if (isMissing) Reflect.deleteProperty(globalThis, owner)
      }
      for (const name of ['requestIdleCallback', 'cancelIdleCallback']) Reflect.deleteProperty(globalThis, name)
      if (isOlder) CSS.supports = () => false
    },
    { missing: MISSING, kept: isOlder ? [] : KEPT, isOlder },
  )
}

test('at the floor, the menu, the deck, the questions and the sign-up work, and a missing feature is really missing', async ({
  page,
}) => {
  await makeOld(page, false)
  await page.goto('/')
  expect(
    await page.evaluate(() => [
      'checkVisibility' in Element.prototype,
      'withResolvers' in Promise,
      'canParse' in URL,
      'toReversed' in Array.prototype,
      'showPopover' in HTMLElement.prototype,
      'any' in AbortSignal,
    ]),
  ).toEqual([false, false, false, false, false, false])
  await clickAfterHydration(page.getByLabel('Menu', { exact: true }))
  await page.locator('#menu').getByRole('link', { name: 'FAQ' }).click()
  await expect(page.locator('#menu')).toBeHidden()
  const questions = page.locator('#faq details')
  for (const index of [0, 1]) await questions.nth(index).locator('summary').click()
  await expect(questions.nth(1)).toHaveAttribute('open')
  await expect(page.locator('#faq details[open]')).toHaveCount(1)
  await clickAfterHydration(page.getByRole('button', { name: 'Keep', exact: true }))
  await expect(page.locator('.deck-count')).toHaveText(/1 kept/)
  await clickAfterHydration(page.locator('#free-access').getByRole('button', { name: 'Download App' }))
  const dialog = page.getByRole('dialog', { name: `Download ${brand.name}` })
  const visitor = createTestVisitor()
  await dialog.getByLabel('Full Name').fill(visitor.name)
  await dialog.getByLabel('Email Address').fill(visitor.email)
  for (let press = 0; press < 12; press++) {
    await page.keyboard.press('Tab')
    expect(await dialog.evaluate((element) => element.contains(document.activeElement)), 'the focus stays').toBe(true)
  }
  await dialog.getByRole('button', { name: 'Download App' }).click()
  await expect(page).toHaveURL(/\/download$/)
  await expect(page.getByText(visitor.email)).toBeVisible()
})

for (const path of ['/', '/download', '/terms', '/privacy', '/confirm', '/no/such-page']) {
  const tag = path === '/' ? [] : '@rehearsal'
  test(`below the floor, ${path} loads no script, shows what it shows without JavaScript, and its links and details work`, {
    tag,
  }, async ({ page, browser, backend, announce }) => {
    if (path === '/no/such-page') announce.trouble(/status of 404/)
    const still = await browser.newPage({ baseURL: backend.url, javaScriptEnabled: false })
    await still.goto(path)
    const shown = await still.locator('body').innerText()
    await still.close()
    const scripts: string[] = []
    page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()))
    await makeOld(page, true)
    await page.goto(path)
    await page.mouse.click(5, 300)
    await page.waitForTimeout(1_500) // longer than the first script waits for the first paint
    expect(scripts).toEqual([])
    expect(await page.locator('body').innerText()).toBe(shown)
    await expect(page.locator('button, noscript').filter({ visible: true })).toHaveCount(0)
    for (const details of await page.locator('details:visible').all()) {
      await details.locator('summary').first().click()
      await expect(details).toHaveAttribute('open')
    }
    await page.getByRole('contentinfo').getByRole('link', { name: 'Terms of Service' }).click()
    await expect(page).toHaveURL(/\/terms$/)
  })
}

test('below the floor, a button of the home page leads where it leads without JavaScript', async ({ page }) => {
  await makeOld(page, true)
  await page.goto('/')
  await page.locator('#free-access').getByRole('button', { name: 'Download App' }).click()
  await expect(page).toHaveURL(/\/download$/)
})

test('a script with a syntax error leaves the links of the page working, also those pressed before', async ({
  page,
}) => {
  await page.route(/\/frame-[^/]*\.js$/, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'export const a = /(?<=/' }),
  )
  await page.goto('/')
  await page.locator('#free-access').getByRole('button', { name: 'Download App' }).click()
  await expect(page).toHaveURL(/\/download$/)
})
