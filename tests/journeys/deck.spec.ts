import type { Page } from '@playwright/test'
import { expect, test, WITH_MOTION } from '../support/journey.ts'
import { expectAccessible } from './accessible.ts'
import { delayRequests } from './delay-requests.ts'
import { openDeck, openUntouched, PLAY, TOP } from './sample-deck.ts'

test.use(WITH_MOTION)

/** Returns the centre of the top picture (print) in the card deck, once the picture has stopped moving. */
async function topPlace(page: Page) {
  await page.locator(TOP).click({ trial: true }) // the trial click waits until the top picture is still and no flying one covers it
  const box = await page.locator(TOP).boundingBox()
  if (!box) throw new Error('No print lies on top.')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

test.describe('without reduced motion', () => {
  test.use({ hasTouch: true })

  test('dragging a print off the photo deck keeps or discards it by direction, a short drag springs back, Undo restores it', {
    tag: '@wide',
  }, async ({ page }) => {
    const deck = await openDeck(page)
    const first = await page.locator(TOP).getByRole('img').getAttribute('src')
    const drag = async (dx: number) => {
      const { x, y } = await topPlace(page)
      await page.mouse.move(x, y)
      await page.mouse.down()
      for (const share of [0.2, 0.5, 0.8, 1]) await page.mouse.move(x + dx * share, y)
      await page.waitForTimeout(150) // pauses before the release, so that the drag counts by its distance and not by its speed
      await page.mouse.up()
    }
    await drag(30)
    await expect(deck).not.toContainText('left ·')
    await expect(page.locator(TOP).getByRole('img')).toHaveAttribute('src', first ?? '')
    await drag(190)
    await expect(deck).toContainText('0 let go · 11 left · 1 kept')
    await expect(page.locator('[data-lie="kept-0"] img')).toHaveAttribute('src', first ?? '')
    await drag(-190)
    await expect(deck).toContainText('1 let go · 10 left · 1 kept')
    await deck.getByRole('button', { name: 'Undo' }).click()
    await deck.getByRole('button', { name: 'Undo' }).click()
    await expect(deck).toContainText('Your turn')
    await expect(page.locator(TOP).getByRole('img')).toHaveAttribute('src', first ?? '')
  })

  test('a released print of the photo deck starts to fly within the pointerup event, before the counts update, animates only transform and opacity and causes no layout shift', async ({
    page,
  }) => {
    const deck = await openDeck(page)
    await page.evaluate(() => {
      const look = () => {
        const deck = document.querySelector('.deck')
        const flies = deck?.querySelector('[data-lie^="kept"]') ? 'flies' : 'lies'
        document.documentElement.dataset['seen'] = `${flies}, ${deck?.querySelector('.deck-pace')?.textContent}`
      }
      addEventListener('pointerup', look, { once: true })
    })
    const { x, y } = await topPlace(page)
    await page.mouse.move(x, y)
    await page.mouse.down()
    for (const share of [0.2, 0.5, 0.8, 1]) await page.mouse.move(x + 190 * share, y)
    await page.mouse.up()
    await expect(page.locator('html')).toHaveAttribute('data-seen', 'flies, Your turn.')
    await expect(page.locator('.deck-count')).toHaveText('0 let go · 11 left · 1 kept')

    await page.evaluate(() => {
      new PerformanceObserver((list) => {
        // After a press, the text with the number of remaining pictures is meant to change. Browsers mark layout shifts within half
        // a second of input as expected (`hadRecentInput`); later shifts of that text are filtered out here.
        for (const entry of list.getEntries()) {
          const { hadRecentInput, sources } = entry as unknown as {
            hadRecentInput: boolean
            sources: { node: Node | null }[]
          }
          const around = sources.filter(({ node }) => {
            const element = node instanceof Element ? node : node?.parentElement
            return !element?.closest('.deck-count, .deck-pace')
          })
          if (!hadRecentInput && around.length > 0) performance.mark('moved')
        }
      }).observe({ type: 'layout-shift' })
    })
    await deck.evaluate(recordMotion)
    for (const name of ['Keep', 'Let go', 'Keep', 'Keep', 'Undo', 'Let go']) {
      await deck.getByRole('button', { name }).click()
    }
    await expect(deck).toContainText('At your pace')
    await expect(deck).toHaveAttribute('data-animated', 'opacity transform')
    expect(await page.evaluate(() => performance.getEntriesByName('moved').length)).toBe(0)
  })

  test('a horizontal swipe on the photo deck sorts a print, even before its script is loaded; a vertical swipe scrolls the page', async ({
    page,
    context,
  }) => {
    const swiped = Promise.withResolvers<void>()
    await page.route(PLAY, async (route) => {
      await swiped.promise
      await route.continue()
    })
    const deck = await openUntouched(page)
    const devtools = await context.newCDPSession(page)
    const swipe = async (dx: number, dy: number) => {
      const { x, y } = await topPlace(page)
      const point = (share: number) => [{ x: x + dx * share, y: y + dy * share }]
      await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: point(0) })
      for (const share of [0.1, 0.3, 0.6, 1]) {
        await devtools.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: point(share) })
      }
      await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    }
    await swipe(-130, 8)
    await expect(deck).toContainText('Your turn')
    swiped.resolve()
    await expect(deck).toContainText('1 let go · 11 left · 0 kept')
    await swipe(-130, 8)
    await expect(deck).toContainText('2 let go · 10 left · 0 kept')
    const before = await page.evaluate(() => window.scrollY)
    await expect(async () => {
      await swipe(6, -160) // toPass repeats the swipe, because a busy browser may treat it as a tap
      await expect.poll(() => page.evaluate(() => window.scrollY), { timeout: 3_000 }).toBeGreaterThan(before + 60)
    }).toPass()
    await expect(deck).toContainText('2 let go · 10 left · 0 kept')
  })
})

/**
 * Records, in a data attribute of the element, which CSS properties animate on it or its descendants. Listens to animation events,
 * which also report short animations.
 */
function recordMotion(element: HTMLElement) {
  const animated = new Set<string>()
  const record = (properties: readonly string[]) => {
    for (const property of properties) animated.add(property)
    element.dataset['animated'] = [...animated].toSorted().join(' ')
  }
  element.addEventListener('transitionrun', ({ propertyName }) => record([propertyName]))
  element.addEventListener('animationstart', () => {
    const effects = element.getAnimations({ subtree: true }).map(({ effect }) => effect)
    const frames = effects.flatMap((effect) => (effect instanceof KeyframeEffect ? effect.getKeyframes() : []))
    const timing = ['offset', 'computedOffset', 'easing', 'composite']
    record(frames.flatMap((frame) => Object.keys(frame)).filter((key) => !timing.includes(key)))
  })
}

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('arrow keys sort the photo deck, unless another control has the focus, with a status message for each print; after the last print the deck shows how many were kept and the visitor’s pace; a pressed button keeps the focus', async ({
    page,
  }) => {
    const deck = await openDeck(page)
    const status = deck.getByRole('status')
    await expect(page.locator(TOP)).toHaveCSS('transition-duration', '0s')
    await expect(page.locator(`${TOP} img`)).toHaveAttribute('alt', /eyes closed/)
    await page.keyboard.press('ArrowRight')
    await expect(status).toHaveText(
      /^Kept\. Now: The couple .+turned away\. Penciled below: “he looked away”\. 11 left\.$/,
    )
    await expect(page.locator(`${TOP} img`)).toHaveAttribute('alt', /turned away/)
    await page.keyboard.press('ArrowLeft')
    await expect(status).toHaveText(/^Let go\. Now: .+ 10 left\.$/)
    await page.keyboard.press('Backspace')
    await expect(status).toHaveText(/^Undone\. Now: The couple .+turned away\. .+ 11 left\.$/)
    await expect(deck).not.toContainText('At your pace')
    for (let left = 11; left > 0; left--) await page.keyboard.press(left % 4 === 0 ? 'ArrowLeft' : 'ArrowRight')
    await expect(status).toHaveText(/^Kept\. No prints left: \d+ kept, \d+ let go\.$/)
    await expect(deck.locator('.deck-end')).toHaveText(/^You kept 10 of 12 in \d+ seconds?\.$/)
    await expect(deck).toContainText(/At your pace, 2,000 photos take (\d+ hours? ?)?(\d+ minutes?)?\./)
    await expect(deck).toContainText('Uncle Rob will be pleased.')
    await expectAccessible(page)
    await deck.getByRole('button', { name: 'Again' }).click()

    // The buttons sort too, keep the focus and are at least 44 px in size.
    const keep = deck.getByRole('button', { name: 'Keep' })
    await keep.focus()
    await page.keyboard.press('Enter')
    await deck.getByRole('button', { name: 'Let go' }).click()
    await expect(deck).toContainText('1 let go · 10 left · 1 kept')
    await deck.getByRole('button', { name: 'Undo' }).click()
    await expect(deck.getByRole('button', { name: 'Undo' })).toBeFocused()
    await expect(deck).toContainText('0 let go · 11 left · 1 kept')
    for (const button of await deck.locator('button, label').all()) {
      const box = await button.boundingBox()
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
    }

    // Without scrolling, because keys are for the deck only while it is in view.
    await page.locator('#footer a[href="/#faq"]').evaluate((link: HTMLElement) => link.focus({ preventScroll: true }))
    await page.keyboard.press('ArrowRight')
    await expect(deck, 'a key on another control').toContainText('0 let go · 11 left · 1 kept')
    // As after a click beside the deck.
    await page.evaluate(() => document.querySelector('main')?.focus({ preventScroll: true }))
    await page.keyboard.press('ArrowRight')
    await expect(deck).toContainText('0 let go · 10 left · 2 kept')
  })
})

for (const when of ['playing', 'before its script is loaded'] as const) {
  test(`a print dragged out of the photo deck in a single movement is dropped on release: ${when}`, async ({
    page,
  }) => {
    const script = when === 'playing' ? null : await delayRequests(page, PLAY)
    const deck = script ? await openUntouched(page) : await openDeck(page)
    const { x, y } = await topPlace(page)
    const stage = await deck.locator('.deck-stage').boundingBox()
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x, (stage?.y ?? 0) - 30)
    await page.mouse.up()
    script?.release()
    if (script) await page.waitForTimeout(500)
    await page.mouse.move(x + 60, y)
    await page.mouse.move(x + 90, y)
    await page.waitForTimeout(200)
    await expect(page.locator('[data-held]')).toHaveCount(0)
  })
}
