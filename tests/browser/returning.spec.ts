// A visit after a release, in a browser that takes scripts as differences from those of its last visit (RFC 9842).
import { createServer } from 'node:http'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { openBuiltSite } from '../../server/src/site/built-site.ts'
import { ensureFullBrowser } from '../support/browser.ts'
import { writeChangedRelease } from '../support/changed-release.ts'
import { findFreePort } from '../support/free-port.ts'
import { expect, test } from '../support/journey.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'

const dist = join(import.meta.dirname, '../../website/dist')
const SCRIPT_BYTES_MAX = 6_000

type LoadedScript = { name: string; encoding: string; bytes: number }

/** Loads the home page and returns the scripts that came over the network, with their sizes including response headers. */
async function loadHome(page: Page, url: string): Promise<LoadedScript[]> {
  const devtools = await page.context().newCDPSession(page)
  const scripts = new Map<string, LoadedScript>()
  devtools.on('Network.responseReceived', ({ requestId, response, type }) => {
    if (type !== 'Script' || response.fromDiskCache) return
    const encoding = response.headers['content-encoding'] ?? response.headers['Content-Encoding'] ?? ''
    scripts.set(requestId, { name: new URL(response.url).pathname.replace(/-[\w-]{6}\.js$/, ''), encoding, bytes: 0 })
  })
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const script = scripts.get(requestId)
    if (script) script.bytes = encodedDataLength
  })
  await devtools.send('Network.enable')
  await page.goto(url)
  await page.locator('html[data-ready]').waitFor({ state: 'attached' })
  await page.waitForLoadState('networkidle')
  await devtools.detach()
  return [...scripts.values()].filter(({ bytes }) => bytes > 0) // those from the browser's cache have none
}

test('after a release, a returning visitor loads at most 6 kB of script, and the page works', async () => {
  test.setTimeout(180_000) // the first run may install the browser
  await using folder = await createTemporaryFolder('releases-')
  const kept = join(folder.path, 'kept')
  const url = `http://localhost:${await findFreePort()}`
  await writeChangedRelease(dist, join(folder.path, 'earlier'))
  const earlier = await openBuiltSite(join(folder.path, 'earlier'), url)
  const current = await openBuiltSite(dist, url)
  await earlier.keepScripts?.(kept)
  await current.keepScripts?.(kept)

  let site = earlier
  const server = createServer((request, response) => site.answer(request, response)).listen(new URL(url).port)
  const browser = await chromium.launch({ executablePath: await ensureFullBrowser(), args: ['--no-sandbox'] })
  const context = await browser.newContext()
  const page = await context.newPage()
  const first = await loadHome(page, url)
  expect(first.map(({ encoding }) => encoding)).toEqual(first.map(() => 'br'))
  // Without a release, the second visit loads no script at all.
  expect(await loadHome(page, url)).toEqual([])

  site = current
  const again = await loadHome(page, url)
  expect(again.map(({ name }) => name).toSorted()).toEqual(first.map(({ name }) => name).toSorted())
  expect(again.map(({ encoding }) => encoding)).toEqual(again.map(() => 'dcz'))
  expect(again.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(SCRIPT_BYTES_MAX)
  await expect(page.locator('#faq-title')).toHaveText('Good questions')
  await page.locator('.deck').getByRole('button', { name: 'Keep' }).click()
  await expect(page.locator('.deck')).toContainText('1 kept')
  // Playing with the deck makes the page load a script once the browser is idle. Waits for it, so that the next visit does not load it.
  await expect
    .poll(() =>
      page.evaluate(() => performance.getEntriesByType('resource').some((each) => each.name.includes('/photo-offer-'))),
    )
    .toBe(true)
  // And what came as a difference is the dictionary for the next release.
  expect(await loadHome(page, url)).toEqual([])
  await browser.close()
  server.close()
})
