// A second visit, in a browser that has the scripts of the first one in its HTTP cache.
import { createServer } from 'node:http'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { openBuiltSite } from '../../server/src/site/built-site.ts'
import { ensureFullBrowser } from '../support/browser.ts'
import { findFreePort } from '../support/free-port.ts'
import { expect, test, WITH_MOTION } from '../support/journey.ts'
import { openPage } from './open-page.ts'

test.use(WITH_MOTION)

const dist = join(import.meta.dirname, '../../website/dist')

type LoadedScript = { encoding: string; bytes: number }

/** Loads the home page and returns the scripts that came over the network, with their sizes including response headers. */
async function loadHome(page: Page, url: string): Promise<LoadedScript[]> {
  const devtools = await page.context().newCDPSession(page)
  const scripts = new Map<string, LoadedScript>()
  devtools.on('Network.responseReceived', ({ requestId, response, type }) => {
    if (type !== 'Script' || response.fromDiskCache) return
    const encoding = response.headers['content-encoding'] ?? response.headers['Content-Encoding'] ?? ''
    scripts.set(requestId, { encoding, bytes: 0 })
  })
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const script = scripts.get(requestId)
    if (script) script.bytes = encodedDataLength
  })
  await devtools.send('Network.enable')
  await openPage(page, url)
  await page.waitForLoadState('networkidle')
  await devtools.detach()
  return [...scripts.values()].filter(({ bytes }) => bytes > 0) // those from the browser's cache have none
}

test('a first visit loads every script as brotli, and a second visit loads no script', async () => {
  test.setTimeout(180_000) // the first run may install the browser
  const url = `http://localhost:${await findFreePort()}`
  const site = await openBuiltSite(dist, url)
  const server = createServer((request, response) => site.answer(request, response)).listen(new URL(url).port)
  const browser = await chromium.launch({ executablePath: await ensureFullBrowser(), args: ['--no-sandbox'] })
  const context = await browser.newContext()
  const page = await context.newPage()
  const first = await loadHome(page, url)
  expect(first.length).toBeGreaterThan(0)
  expect(first.map(({ encoding }) => encoding)).toEqual(first.map(() => 'br'))
  expect(await loadHome(page, url)).toEqual([])
  await browser.close()
  server.close()
})
