// Journeys by keyboard alone, and with the page zoomed.
import { brand } from '../support/brand.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import { expect, test } from './engine-test.ts'
import type { Visitor } from './visitor.ts'

/** Presses Tab until the focused field has this name or the focused control this text; fails after 80 stops. Returns the stops. */
async function tabsTo(visitor: Visitor, wanted: string): Promise<string[]> {
  const stops: string[] = []
  while (stops.at(-1) !== wanted && stops.length < 80) {
    await visitor.presses('Tab')
    stops.push(
      await visitor.reads(() => {
        const focused = document.activeElement
        return focused?.getAttribute('name') ?? focused?.textContent.trim() ?? ''
      }),
    )
  }
  expect(stops).toContain(wanted)
  return stops
}

// Chromium has no such setting.
for (const tabsToLinks of [true, false])
  test.describe(tabsToLinks ? 'Tab stops at links' : 'Tab skips links', () => {
    test.use({ options: { tabsToLinks } })

    test(`a sign-up by keyboard alone while Tab ${tabsToLinks ? 'stops at' : 'skips'} links`, {
      tag: tabsToLinks ? [] : '@not109',
    }, async ({ visitor }) => {
      const { name, email } = createTestVisitor()
      await visitor.opens('/')
      expect((await tabsTo(visitor, 'Download App')).includes('Skip to content')).toBe(tabsToLinks)
      await visitor.presses('Enter')
      await visitor.sees(`Download ${brand.name}`)
      for (const [field, text] of Object.entries({ name, email })) {
        await tabsTo(visitor, field)
        await visitor.types(text)
      }
      await visitor.presses('Enter')
      await visitor.isAt('/download')
    })
  })

test.describe('at 200 %', () => {
  test.use({ options: { zoom: 2 } })

  test('at 200 % the page has half the width, does not scroll sideways, and a sign-up works', async ({ visitor }) => {
    const { name, email } = createTestVisitor()
    await visitor.opens('/#free-access')
    expect(
      await visitor.reads(() => [
        innerWidth,
        document.documentElement.scrollWidth - document.documentElement.clientWidth,
      ]),
    ).toEqual([640, 0])
    await visitor.clicks('#free-access [role=button]')
    await visitor.fills('Full Name', name)
    await visitor.fills('Email Address', email)
    await visitor.clicks('[type=submit]')
    await visitor.isAt('/download')
  })
})
