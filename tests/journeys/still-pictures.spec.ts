// Visual regression of static pictures: prints, logo, icons, and controls without text.
// Why mean colours are compared instead of pixels: docs/decisions.md, "Visual regression tests compare mean colors".
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { parse, record, string } from 'valibot'
import { expect, test } from '../support/journey.ts'
import { compareImageFingerprints, computeImageFingerprint, type ImageFingerprint } from './picture-grid.ts'
import { openSignupDialog } from './signup-dialog.ts'

const client = join(import.meta.dirname, '../../website/dist/client')
const recordFile = join(import.meta.dirname, 'still-pictures.json')

/**
 * The maximum differences between two picture grids that count as equal: small enough to detect what a person would see, large
 * enough for the different anti-aliasing of another browser.
 */
const ALIKE = { mean: 1.5, farthest: 14 }

const CONTROLS = { button: '.dialog .button', field: '.dialog .field-input', close: '.dialog .icon-button' }

function renderedFiles(): { name: string; file: string }[] {
  const assets = readdirSync(join(client, 'assets')).filter((file) => file.endsWith('.svg'))
  const prints = assets.map((file) => ({ name: file.replace(/-[\w-]{6}\.svg$/, ''), file: `assets/${file}` }))
  const others = ['favicon.svg', 'apple-touch-icon.png', 'icon-192.png', 'icon-512.png', 'social-card.png']
  return [...prints, ...others.map((file) => ({ name: file, file }))]
}

async function gridsOfFiles(blank: Page): Promise<Record<string, ImageFingerprint>> {
  const grids: Record<string, ImageFingerprint> = {}
  for (const { name, file } of renderedFiles()) {
    const type = file.endsWith('.svg') ? 'image/svg+xml' : 'image/png'
    grids[name] = await computeImageFingerprint(blank, readFileSync(join(client, file)), type)
  }
  return grids
}

/** Returns picture grids of the form controls with invisible text, because browsers differ most in the rendering of text. */
async function gridsOfControls(page: Page, blank: Page): Promise<Record<string, ImageFingerprint>> {
  const grids: Record<string, ImageFingerprint> = {}
  await openSignupDialog(page)
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('*{color:transparent!important;caret-color:transparent!important;outline:none!important}')
    document.adoptedStyleSheets = [sheet]
  })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const [name, selector] of Object.entries(CONTROLS)) {
      const picture = await page.locator(selector).first().screenshot({ animations: 'disabled' })
      grids[`${name} ${colorScheme}`] = await computeImageFingerprint(blank, picture, 'image/png')
    }
  }
  return grids
}

test('illustrations, icons and form controls match the visual fingerprints recorded in still-pictures.json', async ({
  page,
  context,
}, { config }) => {
  const blank = await context.newPage()
  const now = { ...(await gridsOfFiles(blank)), ...(await gridsOfControls(page, blank)) }
  const isAsked = config.updateSnapshots === 'all' || config.updateSnapshots === 'changed' // set by Playwright's option -u (--update-snapshots)
  if (isAsked) writeFileSync(recordFile, `${JSON.stringify(now, null, 2)}\n`)
  const before = parse(record(string(), string()), JSON.parse(readFileSync(recordFile, 'utf8')))

  expect(Object.keys(now).toSorted(), 'the same pictures as before').toEqual(Object.keys(before).toSorted())
  const changed = Object.entries(now).flatMap(([name, grid]) => {
    const { mean, farthest } = compareImageFingerprints(grid, before[name] ?? '')
    const isAlike = mean <= ALIKE.mean && farthest <= ALIKE.farthest
    return isAlike ? [] : [`${name}: ${mean.toFixed(1)} in the mean, ${farthest} at most`]
  })
  expect(changed, 'look at them; if they are as they should be: npm test -- journeys still-pictures -u').toEqual([])
})
