import assert from 'node:assert/strict'
import { readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { emulateComputer, WINDOWS } from '../journeys/emulate-computer.ts'
import { mockSignedRelease, openCheck } from '../journeys/signed-release.ts'
import { findBrowser } from '../support/browser.ts'
import { removeSharedTestFixtures } from '../support/shared-fixtures.ts'
import { startBackend } from '../support/start-backend.ts'

const MEGABYTES = [100, 500, 1_000] as const

/** The private memory that the largest file may take beyond the smallest one. */
const MOST_GROWTH_MB = 60

/**
 * Checks files of three sizes on the download page, each in a new browser, and says time and peak private memory of the renderer. Throws when
 * the memory depends on the size.
 */
export async function measureHashingMemory(folder: string, say: (line: string) => void): Promise<void> {
  const peaks: number[] = []
  try {
    await using backend = await startBackend({})
    for (const size of MEGABYTES) {
      const path = join(folder, `${size}.exe`)
      await writeFile(path, 'MZ')
      await truncate(path, size * 1_000_000)
      const { seconds, before, peak } = await checkFile(backend.url, path)
      say(
        `${size} MB: ${seconds.toFixed(1)} s, ${Math.round(size / seconds)} MB/s; private memory ${before} MB before, ${peak} MB at most`,
      )
      peaks.push(peak)
    }
  } finally {
    await removeSharedTestFixtures()
  }
  const growth = Math.max(...peaks) - Math.min(...peaks)
  assert.ok(growth <= MOST_GROWTH_MB, `the memory grows by ${growth} MB with the size of the file`)
}

async function checkFile(url: string, path: string) {
  const executablePath = findBrowser()
  await using browser = await chromium.launch(executablePath === null ? {} : { executablePath })
  const page = await browser.newPage({ baseURL: url })
  await emulateComputer(page, WINDOWS)
  await mockSignedRelease(page)
  const section = await openCheck(page)
  await page.waitForLoadState('networkidle')
  const renderers = await listRenderers(browser)
  const before = await readPrivateMegabytes(renderers)
  let peak = before
  const timer = setInterval(() => void readPrivateMegabytes(renderers).then((now) => (peak = Math.max(peak, now))), 20)
  const since = performance.now()
  await section.locator('input[type=file]').setInputFiles(path)
  await section.locator('.check-stamp').waitFor({ timeout: 300_000 })
  const seconds = (performance.now() - since) / 1000
  clearInterval(timer)
  assert.equal(await section.locator('.check-stamp').textContent(), 'Not ours')
  return { seconds, before, peak }
}

async function listRenderers(browser: Browser): Promise<number[]> {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id)
}

/** Returns the private memory of the largest process. Processes that ended count as none. */
async function readPrivateMegabytes(processes: readonly number[]): Promise<number> {
  const sizes = processes.map(async (id) => {
    const text = await readFile(`/proc/${id}/smaps_rollup`, 'utf8').catch(() => '')
    const fields = [...text.matchAll(/^Private_\w+: +(\d+) kB/gm)].map(([, kilobytes]) => Number(kilobytes))
    return fields.reduce((sum, each) => sum + each, 0) / 1000
  })
  return Math.round(Math.max(...(await Promise.all(sizes))))
}
