import { chromium, type Page } from '@playwright/test'
import { ensureBrowser } from '../../tests/support/browser.ts'
import { startConsole } from '../../tests/support/start-console.ts'
import { type BenchmarkFigure, type BenchmarkPart, median } from '../figures.ts'
import { seedSignups } from '../growth/seed-signups.ts'
import { SECRET_KEY, startBenchmarkServer } from '../server.ts'

const SIGN_UPS = 1_000_000
const TURNS = 40
/** The longest start that does not interrupt a founder's train of thought. */
const MAX_START_MS = 1_000
const MAX_TURN_MS = 300

/**
 * Measures the founders' console in a browser with a million sign-ups: its start, every page of its navigation, and forty pages of people.
 */
export const part: BenchmarkPart = {
  title: 'The console with a million sign-ups',
  async measure() {
    return { figures: await measureConsole(), notes: [] }
  },
}

async function measureConsole(): Promise<BenchmarkFigure[]> {
  await using server = await startBenchmarkServer()
  await seedSignups(server, SIGN_UPS)
  const figures: BenchmarkFigure[] = []
  const note = (what: string, value: number, limit: { atMost?: number } = {}) =>
    void figures.push({ what, value, unit: 'ms', ...limit })

  const begun = performance.now()
  await using program = await startConsole({ url: server.url, secretKey: SECRET_KEY, dataDir: server.dataDir })
  note('program started until it prints its link', performance.now() - begun, { atMost: MAX_START_MS })

  await using browser = await chromium.launch({ executablePath: await ensureBrowser(), args: ['--no-sandbox'] })
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  const opened = performance.now()
  await page.goto(program.link)
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
  note('link opened until the page is there', performance.now() - opened, { atMost: MAX_START_MS })
  await waitUntilRead(page)
  note('link opened until the figures are there', performance.now() - opened)

  const links = page.getByRole('navigation', { name: 'Pages' }).getByRole('link')
  for (const name of (await links.allInnerTexts()).map((text) => text.trim()).filter((text) => text !== 'Today')) {
    const pressed = performance.now()
    await links.filter({ hasText: name }).first().click()
    await page.getByRole('heading', { level: 1, name }).waitFor()
    await waitUntilRead(page)
    note(`${name} opened until it is read`, performance.now() - pressed)
  }

  const turns = await turnPages(page)
  note(`a page of people turned, median of ${TURNS}`, median(turns), { atMost: MAX_TURN_MS })
  note(`a page of people turned, slowest of ${TURNS}`, Math.max(...turns))
  return figures
}

async function turnPages(page: Page): Promise<number[]> {
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'People' }).click()
  await waitUntilRead(page)
  const turns: number[] = []
  for (let turn = 1; turn <= TURNS; turn += 1) {
    const pressed = performance.now()
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByRole('heading', { name: `Page ${turn + 1}`, exact: true }).waitFor()
    await waitUntilRead(page)
    turns.push(performance.now() - pressed)
  }
  return turns
}

/** Waits until the page has read everything that it shows. */
async function waitUntilRead(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const main = document.querySelector('main')
    const isReading = main?.innerText.includes('Reading …') || main?.querySelector('[aria-busy="true"]')
    return main !== null && !isReading
  })
}
