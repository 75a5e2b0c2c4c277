import { expect, test } from '../support/journey.ts'
import { openPage } from './open-page.ts'

test('on a wide screen the texts of the story section alternate left and right, each opposite its illustration, and the line between is drawn as the visitor scrolls along it', {
  tag: ['@wide', '@R2.22', '@R3.14'],
}, async ({ page, isMobile }) => {
  await openPage(page, '/')
  const moments = page.locator('#story ol > li')
  await expect(moments).toHaveCount(4)
  await page.locator('#story').scrollIntoViewIfNeeded()
  const sides = await moments.evaluateAll((all) =>
    all.map((moment) => {
      const line = moment.getBoundingClientRect().left + moment.clientWidth / 2
      const sideOf = (selector: string) => {
        const box = moment.querySelector(selector)?.getBoundingClientRect()
        if (!box || box.width === 0) return 'not there'
        return box.left + box.width / 2 < line ? 'left' : 'right'
      }
      return { title: moment.querySelector('h3')?.textContent, words: sideOf('p'), print: sideOf('.print') }
    }),
  )
  expect(sides.map(({ title }) => title)).toEqual([
    'Thousands of photos, one late night',
    'A shoebox nobody opens',
    'Two piles on the table',
    'The one on the wall',
  ])
  if (!isMobile) expect(sides.map(({ words }) => words)).toEqual(['left', 'right', 'left', 'right'])
  if (!isMobile) expect(sides.map(({ print }) => print)).toEqual(['right', 'left', 'right', 'left'])

  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.reload()
  const line = page.locator('.story-line')
  /** Scrolls until the line begins at a share of the window's height, and returns how much of it is drawn. */
  const drawnAt = (share: number) =>
    line.evaluate((element, part) => {
      scrollBy({ top: element.getBoundingClientRect().top - innerHeight * part, behavior: 'instant' })
      const { a, d } = new DOMMatrix(getComputedStyle(element, '::before').transform)
      return Math.min(a, d)
    }, share)
  await expect.poll(() => drawnAt(0.95)).toBeLessThan(0.3)
  await expect.poll(() => drawnAt(0.1)).toBeGreaterThan(0.3)
  await expect.poll(() => drawnAt(-0.6)).toBe(1)
})

test('with reduced motion the line of the story is whole, and the prints of the darkroom are developed', async ({
  page,
}) => {
  await openPage(page, '/')
  const drawn = await page.locator('.story-line').evaluate((line) => getComputedStyle(line, '::before').transform)
  expect(drawn).toBe('none')
  await page
    .locator('#features > div > div > :has(.darkroom)')
    .evaluate((tile) => tile.setAttribute('data-waiting', ''))
  const red = await page
    .locator('.darkroom .print-place')
    .evaluateAll((all) => all.map((each) => getComputedStyle(each, '::after').opacity))
  expect(red).toEqual(['0', '0'])
})
