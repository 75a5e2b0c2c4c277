import { expect, test } from '../support/journey.ts'

test('on a wide screen the texts of the story section alternate left and right, each opposite its illustration', {
  tag: ['@wide', '@R2.22', '@R3.14'],
}, async ({ page, isMobile }) => {
  await page.goto('/')
  await page.locator('html[data-ready]').waitFor({ state: 'attached' })
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
  if (isMobile) return
  expect(sides.map(({ words }) => words)).toEqual(['left', 'right', 'left', 'right'])
  expect(sides.map(({ print }) => print)).toEqual(['right', 'left', 'right', 'left'])
})
