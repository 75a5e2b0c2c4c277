// Journeys through the home page.
import { writeFile } from 'node:fs/promises'
import { createPng } from '../browser/photo-files.ts'
import { expect, setSpots, test } from './engine-test.ts'
import type { Visitor } from './visitor.ts'

for (const width of [390, 820, 1440])
  test.describe(`${width} pixels`, () => {
    test.use({ options: { width } })

    test(`the home page in a window of ${width} pixels loads every picture and does not scroll sideways`, {
      tag: width === 390 ? '@smoke' : [],
    }, async ({ visitor }) => {
      await visitor.opens('/')
      await visitor.reads(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
      await visitor.awaits(
        () => [...document.images].every((image) => image.naturalWidth > 0),
        'every picture is loaded',
      )
      expect(
        await visitor.reads(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
      ).toBe(0)
      expect(await visitor.reads(() => [...document.fonts].filter(({ status }) => status === 'error').length)).toBe(0)
    })
  })

test.describe('on a phone', () => {
  test.use({ options: { width: 390, height: 844 } })

  test('the menu opens, leads to a section below the bar, and closes by Escape and a press outside', async ({
    visitor,
  }) => {
    await visitor.opens('/')
    await visitor.clicks('[aria-label=Menu]')
    await visitor.clicks('#menu a[href="/#faq"]')
    await isBelowBar(visitor, 'faq')
    expect(await isMenuOpen(visitor)).toBe(false)
    for (const close of [() => visitor.presses('Escape'), () => visitor.clicks('#faq h2')]) {
      await visitor.clicks('[aria-label=Menu]')
      expect(await isMenuOpen(visitor)).toBe(true)
      await close()
      await expect.poll(() => isMenuOpen(visitor)).toBe(false)
    }
  })
})

const SECTIONS = ['demo-video', 'how-it-works', 'features', 'story', 'who-is-this-for', 'free-access', 'pricing', 'faq']

test('a URL with a section, and a link to one, lead to its place below the bar', async ({ visitor }) => {
  for (const id of SECTIONS) {
    await visitor.opens('/terms')
    await visitor.opens(`/#${id}`)
    await isBelowBar(visitor, id)
  }
  await visitor.clicks('footer a[href="/#story"]')
  await isBelowBar(visitor, 'story')
  await visitor.clicks('footer a[href="/#pricing"]')
  await isBelowBar(visitor, 'pricing')
})

test('the deck keeps a print by button, by key and by dragging, and takes the last one back', async ({ visitor }) => {
  await visitor.opens('/')
  await visitor.clicks('text=Keep')
  await visitor.sees('0 let go · 11 left · 1 kept')
  await visitor.presses('ArrowLeft')
  await visitor.sees('1 let go · 10 left · 1 kept')
  await visitor.drags('[data-lie="deck-0"]', 260)
  await visitor.sees('1 let go · 9 left · 2 kept')
  await visitor.clicks('text=Undo')
  await visitor.sees('1 let go · 10 left · 1 kept')
})

test('one answer of the FAQ is open at a time', async ({ visitor }) => {
  await visitor.opens('/')
  for (const index of [1, 3, 2]) {
    await visitor.clicks(`#faq details:nth-of-type(${index}) summary`)
    await visitor.awaits(
      (nth) => {
        const open = [...document.querySelectorAll('#faq details[open]')]
        return open.length === 1 && open[0] === document.querySelectorAll('#faq details')[nth - 1]
      },
      'the pressed answer alone is open',
      index,
    )
  }
})

test('the number of spots follows the database', async ({ visitor, backend }) => {
  await setSpots(backend, '12')
  await visitor.opens('/#free-access')
  await visitor.sees('12 places left')
  await visitor.awaits(() => document.querySelector('#free-access time')?.textContent === 'live', 'the number is live')
  await setSpots(backend, '11')
  await visitor.sees('11 places left')
})

test.describe('with reduced motion', () => {
  test.use({ options: { reducedMotion: true } })

  test('with reduced motion a link jumps to its section, and nothing waits for its entrance', async ({ visitor }) => {
    await visitor.opens('/')
    await visitor.clicks('footer a[href="/#story"]')
    await isBelowBar(visitor, 'story')
    expect(await visitor.reads(() => document.querySelectorAll('[data-waiting]').length)).toBe(0)
    expect(await visitor.reads(() => document.getAnimations().filter((it) => it.playState === 'running').length)).toBe(
      0,
    )
  })
})

test.describe('dark', () => {
  test.use({ options: { dark: true } })

  test('a dark system gets dark pages with light text', async ({ visitor }) => {
    for (const path of ['/', '/download', '/terms']) {
      await visitor.opens(path)
      const { ground, ink } = await visitor.reads(() => {
        const channel = (color: string) => Number(/\d+/.exec(color)?.[0])
        const { backgroundColor, color } = getComputedStyle(document.body)
        const root = getComputedStyle(document.documentElement).backgroundColor
        return { ground: channel(/, 0\)/.test(backgroundColor) ? root : backgroundColor), ink: channel(color) }
      })
      expect(ground, path).toBeLessThan(60)
      expect(ink, path).toBeGreaterThan(200)
    }
  })
})

function isMenuOpen(visitor: Visitor): Promise<boolean> {
  return visitor.reads(() => document.querySelector<HTMLDetailsElement>('header details')?.open === true)
}

/** Waits until the section's top is where a jump to it ends. */
async function isBelowBar(visitor: Visitor, id: string): Promise<void> {
  const offset = id === 'pricing' ? 40 : 80
  await visitor.isAt(`/#${id}`)
  await expect
    .poll(() => visitor.reads((of) => document.getElementById(of)?.getBoundingClientRect().top ?? 0, id), {
      message: id,
    })
    .toBeCloseTo(offset, -1)
}

test('own photos are decoded and sorted', async ({ visitor }, info) => {
  await visitor.opens('/')
  await visitor.clicks('text=Keep')
  await visitor.awaits(() => document.querySelector('#own-photos') !== null, 'the offer is there')
  const paths = [createPng('first.png', 60, 40, [0, 90, 200]), createPng('second.png', 40, 60, [120, 90, 200])].map(
    ({ name, buffer }) => [info.outputPath(name), buffer] as const,
  )
  for (const [path, content] of paths) await writeFile(path, content)
  await visitor.picks('#own-photos', ...paths.map(([path]) => path))
  await visitor.awaits(
    () => document.querySelector('[data-lie="deck-0"] img')?.getAttribute('alt') === 'first.png',
    'a print',
  )
  for (const press of ['Keep', 'Let go']) await visitor.clicks(`text=${press}`)
  await visitor.sees('You kept 1 of 2')
})
