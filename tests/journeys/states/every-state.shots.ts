// Takes screenshots of every state (`npm run shots`), at four widths and in both colour schemes. Not part of `npm test`.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { test } from '../../support/journey.ts'
import { enterSiteState, expectEvents, type SiteState } from './site-state.ts'
import { getSiteStateAccounts } from './state-world.ts'
import { siteStates } from './states.ts'

const folder = join(import.meta.dirname, '../../../shots')
const SCHEMES = ['light', 'dark'] as const
const WINDOWS = [
  { width: 360, height: 780 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
]

test.use({ contextOptions: { reducedMotion: 'reduce' } })

for (const viewport of WINDOWS) {
  test.describe(`${viewport.width}`, () => {
    test.use({ viewport, hasTouch: viewport.width < 700, isMobile: viewport.width < 700 })

    for (const state of siteStates) {
      test(state.name, async ({ page, backend, announce }) => {
        expectEvents(announce, state)
        await enterSiteState(page, state, getSiteStateAccounts(backend))
        await mkdir(folder, { recursive: true })
        for (const colorScheme of state.medium === 'print' ? (['light'] as const) : SCHEMES) {
          await page.emulateMedia({ colorScheme, ...(state.medium && { media: state.medium }) })
          await shoot(page, state, `${viewport.width}-${colorScheme}`)
        }
      })
    }
  })
}

/** Hides elements with a fixed position, which would cover other content in a screenshot that is taller than the window. */
const UNFIXED = '.skip-link, #download-banner, .overview-card { visibility: hidden !important }'

async function shoot(page: Page, state: SiteState, way: string): Promise<void> {
  const path = (name: string) => join(folder, `${name}.${way}.png`)
  const still = { animations: state.moves ? 'allow' : 'disabled' } as const
  if (state.wholePage) {
    await scrollToEndOfPage(page)
    await setStyleSheet(page, UNFIXED)
  }
  await page.screenshot({ ...still, path: path(state.name), fullPage: state.wholePage ?? false })
  if (state.parts) await setStyleSheet(page, `${UNFIXED} header.fixed { visibility: hidden !important }`)
  for (const part of state.parts ?? []) {
    const name = `${state.name}-part-${part
      .replaceAll(/[^a-z]+/gi, ' ')
      .trim()
      .replaceAll(' ', '-')
      .toLowerCase()}`
    await page.locator(part).screenshot({ ...still, path: path(name) })
  }
}

/** Adds a style sheet by script, because the Content-Security-Policy forbids style elements. */
async function setStyleSheet(page: Page, styles: string): Promise<void> {
  await page.evaluate((text) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(text)
    document.adoptedStyleSheets = [sheet]
  }, styles)
}

/** Scrolls down and up again, so that lazily loaded content is loaded. */
async function scrollToEndOfPage(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const step = innerHeight / 2
    for (let top = 0; top < document.documentElement.scrollHeight; top += step) {
      window.scrollTo({ top, behavior: 'instant' })
      await new Promise((resolve) => requestAnimationFrame(resolve))
    }
    const seen = [...document.images].filter((image) => image.checkVisibility())
    await Promise.all(seen.map((image) => image.decode()))
    window.scrollTo({ top: 0, behavior: 'instant' })
  })
}
