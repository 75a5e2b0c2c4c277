// Journeys through the home page.
import { brand } from '../support/brand.ts'
import { expect, setSpots, test } from './engine-test.ts'
import type { Visitor } from './visitor.ts'

for (const width of [390, 820, 1440])
  test.describe(`${width} pixels`, () => {
    test.use({ options: { width } })

    test(`the home page in a window of ${width} pixels loads every picture and does not scroll sideways`, {
      tag: width === 390 ? '@smoke' : [],
    }, async ({ visitor }) => {
      await visitor.opens('/')
      expect(
        await visitor.reads(
          () => getComputedStyle(document.querySelector('.hero .bg-kept') ?? document.body).backgroundImage,
        ),
      ).toMatch(/gradient/)
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

test('headlines are as wide in the fallback font as in the display font, so that its arrival moves little', async ({
  visitor,
}) => {
  await visitor.opens('/')
  await awaitsCompleteFonts(visitor)
  const share = await visitor.reads(async () => {
    const [real = 0, fallback = 0] = await Promise.all(
      ['Fraunces', 'Fraunces Fallback'].map(async (family) => {
        await document.fonts.load(`600 100px "${family}"`)
        const line = document.createElement('span')
        line.textContent = 'The best photographs of your last summer'
        line.style.cssText = `position: absolute; white-space: nowrap; font: 600 100px "${family}", monospace`
        document.body.append(line)
        return line.getBoundingClientRect().width
      }),
    )
    return fallback / real
  })
  expect(share).toBeGreaterThan(0.95)
  expect(share).toBeLessThan(1.05)
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

test('a block waits below the window, and enters once a fifth of it is seen', async ({ visitor }) => {
  const shows = (share: number) =>
    visitor.reads((part) => {
      const { top, height } = document.querySelector('#story [data-reveal]')?.getBoundingClientRect() ?? new DOMRect()
      scrollBy({ top: top + height * part - innerHeight, behavior: 'instant' })
    }, share)
  const opacity = () =>
    visitor.reads(() => getComputedStyle(document.querySelector('#story [data-reveal]') ?? document.body).opacity)
  await visitor.opens('/')
  await awaitsCompleteFonts(visitor)
  await visitor.reads(() => scrollTo({ top: 1, behavior: 'instant' }))
  await shows(-0.1)
  await expect.poll(opacity).toBe('0')
  await shows(0.5)
  await expect.poll(opacity).toBe('1')
})

test('the banner comes after 800 pixels, opens the sign-up dialog, and stays away once it is dismissed', async ({
  visitor,
}) => {
  const scrolls = (top: number) => visitor.reads((to) => scrollTo({ top: to, behavior: 'instant' }), top)
  const isShown = () => visitor.reads(() => (document.getElementById('download-banner')?.offsetHeight ?? 0) > 0)
  await visitor.opens('/')
  for (const [top, shown] of [
    [700, false],
    [900, true],
    [700, false],
    [900, true],
  ] as const) {
    await scrolls(top)
    await expect.poll(isShown, { message: `at ${top} pixels` }).toBe(shown)
  }
  await visitor.clicks('#download-banner .button')
  await visitor.sees(`Download ${brand.name}`)
  await visitor.clicks('[aria-label=Close]')
  await visitor.clicks('#download-banner [aria-label=Dismiss]')
  await expect.poll(isShown).toBe(false)
  await scrolls(1_500)
  expect(await isShown()).toBe(false)
})

test('the scene of the app moves, can be paused, and is shown larger with captions until the visitor is done', async ({
  visitor,
}) => {
  const running = () =>
    visitor.reads(
      () =>
        (document.querySelector('.preview')?.getAnimations({ subtree: true }) ?? []).filter(
          ({ playState }) => playState === 'running',
        ).length,
    )
  await visitor.opens('/#demo-video')
  await expect.poll(running).toBeGreaterThan(8)
  await visitor.clicks('text=Pause the preview')
  await expect.poll(running).toBe(0)
  await visitor.clicks('text=Watch it move')
  await visitor.sees('Love it? Keep it.')
  await expect.poll(running).toBeGreaterThan(8)
  await visitor.clicks('text=Done watching')
  await visitor.finds('text=Watch it move')
})

test.describe('with scroll anchoring', () => {
  test.use({ options: { width: 390, features: ['CSSScrollAnchoring'] } })

  test('what is read stays in place while the visitor scrolls up', async ({ visitor }) => {
    await visitor.opens('/')
    expect(await visitor.reads(() => CSS.supports('overflow-anchor: auto'))).toBe(true)
    await awaitsCompleteFonts(visitor)
    await visitor.reads(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
    for (let top = 1; top > 0; ) {
      const step = await visitor.reads(async () => {
        const read =
          document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.closest('section, footer') ?? document.body
        const before = read.getBoundingClientRect().top + Math.min(600, scrollY)
        scrollBy({ top: -600, behavior: 'instant' })
        for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame)
        return {
          top: scrollY,
          moved: Math.round(read.getBoundingClientRect().top - before),
          id: read.closest('[id]')?.id,
        }
      })
      expect(step).toEqual({ ...step, moved: 0 })
      top = step.top
    }
  })
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

/** Waits for the complete fonts, with which lines may break elsewhere. */
async function awaitsCompleteFonts(visitor: Visitor): Promise<void> {
  await visitor.awaits(() => document.querySelector('style[media]') === null, 'the complete fonts are enabled')
  await visitor.reads(() => document.fonts.ready.then(() => null))
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
