import { createHash } from 'node:crypto'
import { brotliCompressSync } from 'node:zlib'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { builtFile, builtFiles, builtPages, headersFile, staticImports } from './built-site.ts'
import { wireBytes } from './wire-bytes.ts'

const KB = 1000
const headersSchema = v.object({ contentSecurityPolicy: v.object({ scriptHashes: v.array(v.string()) }) })
const scripts = builtFiles().filter((file) => file.endsWith('.js'))

/** What the home page fetches before anybody touches it: what its HTML names, and what its scripts import by themselves. */
function firstLoad() {
  const home = builtPages().find(({ path }) => path === '/')
  if (!home) throw new Error('The home page was not built.')
  const linked = (selector: string, attribute: string) =>
    home.document.querySelectorAll(selector).map((element) => element.getAttribute(attribute) ?? '')
  const entry = linked('script[src]', 'src')
  const named = [...entry, ...linked('link[rel=modulepreload]', 'href'), ...afterLoad(entry)]
  return {
    html: '/',
    /** The styles stand in the page, so they count once as a part of it. */
    css: home.document.querySelectorAll('style').map((style) => brotliCompressSync(style.text).length),
    fonts: linked('link[rel=preload][as=font]', 'href'),
    pictures: home.document
      // Also what a browser may leave for later: it fetches that from thousands of pixels away. What stands in a noscript is
      // fetched by nobody who counts scripts.
      .querySelectorAll('img')
      .filter((image) => image.closest('noscript') === null)
      .map((image) => image.getAttribute('src') ?? ''),
    /** Browsers with a window fetch it with the page. */
    icons: linked('link[rel=icon]', 'href'),
    scripts: [...new Set(named.flatMap((script) => [...staticImports(script)]))],
  }
}

/** The page's own chunks, which the entry imports once the first view is painted. */
function afterLoad(entry: readonly string[]): string[] {
  const home = scripts.filter((script) => /\/(frame|home)-[\w-]+\.js$/.test(script))
  const source = entry.map((script) => builtFile(script).toString('utf8')).join('')
  expect(home.length).toBeGreaterThan(0)
  return home.filter((script) => source.includes(script.split('/').at(-1) ?? script))
}

/** Things that only some visitors need, by words that stand in nothing else. */
const onDemand = {
  'supabase-js': 'X-Client-Info',
  realtime: 'phx_join',
  confetti: 'disableForReducedMotion',
  'the sign-up dialog': 'Join early users getting access to the beta version',
  'the contact dialog': 'Contact the Founders',
  'the account dialog': 'Good to have you back',
  'the account menu': 'Sign out everywhere',
  'the download page': 'Return to Homepage',
  'the terms': 'reverse engineer',
  'the game of the deck': 'At your pace, ',
}

for (const [name, words] of Object.entries(onDemand)) {
  test(`${name} is in a script of its own, and not in the first load`, () => {
    const holding = scripts.filter((script) => builtFile(script).includes(words))
    expect(holding.length).toBeGreaterThan(0)
    expect(holding.filter((script) => firstLoad().scripts.includes(script))).toEqual([])
  })
}

test('the first load stays within its budgets on the wire, headers included', async () => {
  const { html, css, fonts, pictures, icons, scripts: loaded } = firstLoad()
  const files = [html, ...fonts, ...pictures, ...icons, ...loaded]
  const bytes = await wireBytes(files)
  const sum = (files: readonly string[]) => files.reduce((total, file) => total + (bytes.get(file) ?? Infinity), 0)
  expect(loaded.length).toBeGreaterThan(1)
  expect(sum(loaded), 'script').toBeLessThanOrEqual(80 * KB)
  expect(css.length).toBeGreaterThan(0)
  expect(
    css.reduce((all, bytes) => all + bytes, 0),
    'CSS',
  ).toBeLessThanOrEqual(12 * KB)
  expect(sum(pictures), 'pictures').toBeLessThanOrEqual(12 * KB)
  expect(sum(fonts), 'fonts').toBeLessThanOrEqual(30 * KB)
  expect(icons).toHaveLength(1)
  expect(sum(files), 'in all').toBeLessThanOrEqual(130 * KB)
})

/** Ten packets of an Ethernet's size: what a server sends before it waits for the first answer (RFC 6928). */
const FIRST_TRIP_BYTES = 10 * 1460

test('every page but the home page is whole with the first trip, headers included', async () => {
  const paths = builtPages().flatMap(({ path }) => (path === '/' || path === '/404' ? [] : [path]))
  expect(paths.length).toBeGreaterThan(2)
  const bytes = await wireBytes(paths)
  expect([...bytes].filter(([, count]) => count > FIRST_TRIP_BYTES)).toEqual([])
})

test('what the home page lives by asks in its first line to be compiled while it is fetched', () => {
  const home = scripts.filter((script) => /\/(frame|home)-[\w-]+\.js$/.test(script))
  expect(home.map((script) => builtFile(script).toString('utf8').split('\n', 1))).toEqual([
    ['//# allFunctionsCalledOnLoad'],
    ['//# allFunctionsCalledOnLoad'],
  ])
})

test('no page waits for a script: each is fetched without blocking, and the only text of one is that which the policy names', () => {
  const { contentSecurityPolicy } = v.parse(headersSchema, JSON.parse(headersFile()))
  expect(contentSecurityPolicy.scriptHashes).toHaveLength(1)
  for (const { document } of builtPages()) {
    const executed = document
      .querySelectorAll('script')
      .filter((script) => script.getAttribute('type') !== 'application/ld+json')
    const [fetched, inPage] = [true, false].map((is) => executed.filter((script) => script.hasAttribute('src') === is))
    expect(fetched).toHaveLength(1)
    for (const script of fetched ?? []) {
      expect(script.getAttribute('type')).toBe('module')
      expect(script.getAttribute('fetchpriority')).toBe('low')
      expect(script.text.trim()).toBe('')
    }
    const hashes = inPage?.map(({ text }) => `sha256-${createHash('sha256').update(text).digest('base64')}`)
    expect(hashes).toEqual(contentSecurityPolicy.scriptHashes)
    for (const { text } of inPage ?? []) expect(text.length).toBeLessThan(700)
  }
})
