/// <reference lib="dom" />
import { setTimeout as pause } from 'node:timers/promises'
import { chromium, type Page } from '@playwright/test'
import { ensureBrowser } from '../../tests/support/browser.ts'
import { createTemporaryFolder } from '../../tests/support/temporary-folder.ts'
import { type BenchmarkFigure, type BenchmarkPart, median } from '../figures.ts'
import { makePhotos, type PhotoDetail } from '../make-photos.ts'
import { watchRendererMemory } from '../renderer-memory.ts'
import { startBenchmarkServer } from '../server.ts'

const ROUNDS = 3
const PHOTOS = 50
/** Pause after each decision, about the time of a quick visitor. */
const DECISION_MS = 150
/** Time in which the page comes to rest, before the first photo and after the last. */
const REST_MS = 2_500
/**
 * The most private memory that the page may take for own photos, in MB (docs/decisions.md, "Own photos are sorted in the page, and a
 * receipt shows that nothing leaves it").
 */
const LIMIT_MB = 60

/** What is measured: pixels per CSS pixel, and how detailed the photos are. */
const SCENES: Record<string, { density: number; detail: PhotoDetail }> = {
  'one pixel per CSS pixel': { density: 1, detail: 'smooth' },
  'two pixels per CSS pixel': { density: 2, detail: 'smooth' },
  'large files': { density: 1, detail: 'detailed' },
}

const TOP_PRINT_IMAGE = '[data-lie="deck-0"] img'

/**
 * Sorts fifty photos of 24 megapixels in the hero's deck and measures the private memory of the page's process beyond that of the page with
 * the offer. `own-photos:large files` makes one of the scenes.
 */
export const part: BenchmarkPart = {
  title: `Own photos: memory of the page with ${PHOTOS} photos of 24 megapixels`,
  async measure(only) {
    const scenes = Object.entries(SCENES).filter(([name]) => only === undefined || name === only)
    if (scenes.length === 0) throw new Error(`"${only}" is none of: ${Object.keys(SCENES).join(', ')}.`)
    await using server = await startBenchmarkServer()
    const figures: BenchmarkFigure[] = []
    const notes = [
      'Private written memory of the renderer (Private_Dirty of smaps_rollup) beyond that of the page with the offer.',
    ]
    for (const [name, { density, detail }] of scenes) {
      await using folder = await createTemporaryFolder('own-photos-')
      const { paths, megabytes } = await makePhotos(folder.path, PHOTOS, detail)
      const rounds: Round[] = []
      for (let round = 0; round < ROUNDS; round += 1) {
        rounds.push(await sortPhotos(server.url, paths, density))
        console.error(`  ${name}, ${round + 1} of ${ROUNDS}: ${JSON.stringify(rounds.at(-1))}`)
      }
      figures.push(...figuresOf(name, rounds))
      notes.push(`${name}: files of ${megabytes.toFixed(1)} MB.`)
    }
    return { figures, notes }
  },
}

/** The peaks of memory in MB while photos are sorted and at the end. */
type Round = { sortingPeak: number; endPeak: number }

function figuresOf(scene: string, rounds: readonly Round[]): BenchmarkFigure[] {
  const figure = (what: string, of: (round: Round) => number): BenchmarkFigure => {
    return { what: `${scene}: ${what}`, value: median(rounds.map(of)), unit: 'MB', atMost: LIMIT_MB }
  }
  return [
    figure('peak while sorting', ({ sortingPeak }) => sortingPeak),
    figure('peak at the end, the kept prints spread out', ({ endPeak }) => endPeak),
  ]
}

async function sortPhotos(url: string, paths: readonly string[], deviceScaleFactor: number): Promise<Round> {
  const browser = await chromium.launch({ executablePath: await ensureBrowser(), args: ['--no-sandbox'] })
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, deviceScaleFactor })
  await openOffer(page, url)
  await pause(REST_MS)
  const memory = await watchRendererMemory(browser)
  const before = await memory.read()
  const beyond = (megabytes: number) => Math.round(10 * (megabytes - before)) / 10
  await page.locator('.deck input[type=file]').setInputFiles([...paths])
  memory.takePeak()
  for (let sorted = 1; sorted <= paths.length; sorted += 1) {
    await page.waitForFunction(isShown, TOP_PRINT_IMAGE)
    if (sorted === paths.length) break
    await page.keyboard.press(sorted % 2 === 0 ? 'ArrowLeft' : 'ArrowRight')
    await pause(DECISION_MS)
  }
  const sortingPeak = beyond(memory.takePeak())
  await page.keyboard.press('ArrowLeft')
  await page.getByText(`You kept ${paths.length / 2} of ${paths.length} in`).waitFor()
  await pause(REST_MS)
  const endPeak = beyond(memory.takePeak())
  await memory.stop()
  await browser.close()
  return { sortingPeak, endPeak }
}

/** Opens the home page and sorts a sample print, so that own photos are offered. */
async function openOffer(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await page.locator('html[data-ready]').waitFor({ state: 'attached' })
  await page.locator('.deck').evaluate((deck) => deck.scrollIntoView({ block: 'center' }))
  const worker = page.waitForEvent('worker')
  await page.getByRole('button', { name: 'Keep', exact: true }).click()
  await worker
}

/** Returns whether the image is in the page and decoded. Runs in the page. */
function isShown(selector: string): boolean {
  const image = document.querySelector(selector)
  return image instanceof HTMLImageElement && image.src.startsWith('blob:') && image.complete && image.naturalWidth > 0
}
