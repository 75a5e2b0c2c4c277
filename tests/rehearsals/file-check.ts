import assert from 'node:assert/strict'
import { truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { watchRendererMemory } from '../../bench/renderer-memory.ts'
import { emulateComputer, WINDOWS } from '../journeys/emulate-computer.ts'
import { mockSignedRelease, openCheck } from '../journeys/signed-release.ts'
import { findBrowser } from '../support/browser.ts'
import { removeSharedTestFixtures } from '../support/shared-fixtures.ts'
import { startBackend } from '../support/start-backend.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'
import type { Rehearsal } from './rehearsal.ts'

const MEGABYTES = [100, 500, 1_000] as const

/** The private memory that the largest file may take beyond the smallest one. */
const MOST_GROWTH_MB = 60

/**
 * Checks files of three sizes on the download page, each in a new browser, and says time and peak private memory of the renderer. Throws when
 * the memory depends on the size.
 */
export const fileCheckRehearsal: Rehearsal = {
  shows: '“Check your file” hashes 1 GB in Chromium with flat memory',
  async run(say) {
    await using folder = await createTemporaryFolder('file-check-')
    const peaks: number[] = []
    try {
      await using backend = await startBackend({})
      for (const size of MEGABYTES) {
        const path = join(folder.path, `${size}.exe`)
        await writeFile(path, 'MZ')
        await truncate(path, size * 1_000_000)
        const { seconds, before, peak } = await checkFile(backend.url, path)
        const rate = `${seconds.toFixed(1)} s, ${Math.round(size / seconds)} MB/s`
        say(`${size} MB: ${rate}; private memory ${Math.round(before)} MB before, ${Math.round(peak)} MB at most`)
        peaks.push(peak)
      }
    } finally {
      await removeSharedTestFixtures()
    }
    const growth = Math.max(...peaks) - Math.min(...peaks)
    assert.ok(growth <= MOST_GROWTH_MB, `the memory grows by ${growth} MB with the size of the file`)
  },
}

async function checkFile(url: string, path: string) {
  const executablePath = findBrowser()
  await using browser = await chromium.launch(executablePath === null ? {} : { executablePath })
  const page = await browser.newPage({ baseURL: url })
  await emulateComputer(page, WINDOWS)
  await mockSignedRelease(page)
  const section = await openCheck(page)
  await page.waitForLoadState('networkidle')
  const memory = await watchRendererMemory(browser)
  const before = await memory.read()
  const since = performance.now()
  await section.locator('input[type=file]').setInputFiles(path)
  await section.locator('.check-stamp').waitFor({ timeout: 300_000 })
  const seconds = (performance.now() - since) / 1000
  await memory.stop()
  assert.equal(await section.locator('.check-stamp').textContent(), 'Not ours')
  return { seconds, before, peak: Math.max(before, memory.takePeak()) }
}
