import { createHash } from 'node:crypto'
import { brotliCompressSync } from 'node:zlib'
import type { HTMLElement } from 'node-html-parser'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { findStaticImports, listBuiltFiles, readBuiltFile, readBuiltPages, readHeadersFile } from './built-site.ts'
import { measureResponseSizes } from './wire-bytes.ts'

const KB = 1000
const headersSchema = v.object({ contentSecurityPolicy: v.object({ scriptHashes: v.array(v.string()) }) })
const scripts = listBuiltFiles().filter((file) => file.endsWith('.js'))

/**
 * Returns the resources that a browser loads for a page without interaction and before it is idle: those in its HTML, and the static imports
 * of its scripts.
 */
function firstLoad(path: '/' | '/download' = '/') {
  const built = readBuiltPages().find((page) => page.path === path)
  if (!built) throw new Error(`The page ${path} was not built.`)
  const { document } = built
  const linked = (selector: string, attribute: string) =>
    document.querySelectorAll(selector).map((element) => element.getAttribute(attribute) ?? '')
  // Excludes images in noscript.
  const images = document.querySelectorAll('img').filter((image) => image.closest('noscript') === null)
  const addresses = images.map((image) => image.getAttribute('src') ?? '')
  const entry = namedScripts(document)
  return {
    html: path,
    /** The brotli sizes of the inline style sheets. They are already part of the size of the HTML, so they are not added to the total. */
    css: document
      .querySelectorAll('style')
      .filter((style) => style.closest('noscript') === null)
      .map((style) => sizeOfText(style.text)),
    fonts: linked('link[rel=preload][as=font]', 'href'),
    /** Pictures that are files. Includes lazy images, because browsers load them thousands of pixels away from the viewport. */
    pictures: addresses.filter((address) => !address.startsWith('data:')),
    /** The brotli sizes of the pictures and fonts that the HTML contains. They are already part of its size. */
    inlinePictures: addresses.filter((address) => address.startsWith('data:')).map(sizeOfText),
    inlineFonts: document
      .querySelectorAll('script:not([src])')
      .flatMap(({ text }) => [...text.matchAll(/"([\w+/=]{1000,})"/g)].map(([, font = '']) => sizeOfText(font))),
    /** The site's icons, which desktop browsers load with the page. */
    icons: linked('link[rel=icon]', 'href'),
    /** The speculation rules, which a browser that knows them loads with every page (server/src/site/built-site.ts). */
    rules: '/speculationrules.json',
    scripts: [
      ...new Set(
        [...entry, ...afterLoad(entry, path === '/' ? 'home' : 'download')].flatMap((script) => [
          ...findStaticImports(script),
        ]),
      ),
    ],
  }
}

function sizeOfText(text: string): number {
  return brotliCompressSync(text).length
}

/** Returns the names of chunks without their hashes, sorted. */
function namesOf(files: readonly string[]): string[] {
  return files.map((file) => file.replace(/^\/assets\/|-[\w-]{6}\.js$/g, '')).toSorted()
}

/** Returns the script files that a page's inline scripts load, by URL path. */
function namedScripts(document: HTMLElement): string[] {
  const inline = document.querySelectorAll('script:not([src])').map(({ text }) => text)
  return inline.flatMap((text) => [...text.matchAll(/"(\/assets\/[\w-]+\.js)"/g)].map(([, file = '']) => file))
}

/** Returns the scripts of a page that the entry script imports after the first paint. */
function afterLoad(entry: readonly string[], page: string): string[] {
  const own = scripts.filter((script) => new RegExp(`/(frame|${page})-[\\w-]+\\.js$`).test(script))
  const source = entry.map((script) => readBuiltFile(script).toString('utf8')).join('')
  expect(own.length).toBeGreaterThan(1)
  return own.filter((script) => source.includes(script.split('/').at(-1) ?? script))
}

/**
 * Parts of the code that the first page load must not contain, because only some visitors need them. Each has a text that occurs in
 * no other code.
 */
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

for (const [name, marker] of Object.entries(onDemand)) {
  test(`the code of ${name} is in a separate chunk that the first load of the home page does not include`, () => {
    const holding = scripts.filter((script) => readBuiltFile(script).includes(marker))
    expect(holding.length).toBeGreaterThan(0)
    expect(holding.filter((script) => firstLoad().scripts.includes(script))).toEqual([])
  })
}

test('the first load of the home page stays within its size budgets, including response headers', async () => {
  const { html, css, fonts, pictures, icons, rules, scripts: loaded, inlinePictures, inlineFonts } = firstLoad()
  const files = [html, rules, ...fonts, ...pictures, ...icons, ...loaded]
  const bytes = await measureResponseSizes(files)
  const sum = (files: readonly string[]) => files.reduce((total, file) => total + (bytes.get(file) ?? Infinity), 0)
  expect(namesOf(loaded)).toEqual(['boot', 'frame', 'home'])
  expect(sum(loaded), 'script').toBeLessThanOrEqual(80 * KB)
  expect(css.length).toBeGreaterThan(0)
  const total = (sizes: readonly number[]) => sizes.reduce((all, bytes) => all + bytes, 0)
  expect(total(css), 'CSS').toBeLessThanOrEqual(12 * KB)
  // The first view needs no request besides the HTML.
  expect(pictures, 'picture files').toEqual([])
  expect(fonts, 'font files').toEqual([])
  expect(inlinePictures).toHaveLength(5)
  expect(total(inlinePictures), 'pictures in the HTML').toBeLessThanOrEqual(10 * KB)
  expect(inlineFonts).toHaveLength(2)
  expect(total(inlineFonts), 'fonts in the HTML').toBeLessThanOrEqual(10 * KB)
  expect(sum([html]), 'HTML').toBeLessThanOrEqual(SECOND_TRIP_BYTES)
  expect(icons).toHaveLength(1)
  expect(sum(files), 'in all').toBeLessThanOrEqual(114 * KB)
})

test('the first load of the download page stays within its size budget, including response headers', async () => {
  const { html, fonts, pictures, icons, rules, scripts: loaded } = firstLoad('/download')
  // The page is hydrated only after all of these scripts have run, so each further chunk is one more script whose failure breaks the page.
  expect(namesOf(loaded)).toEqual(['boot', 'checks', 'download', 'frame'])
  const bytes = await measureResponseSizes([html, rules, ...fonts, ...pictures, ...icons, ...loaded])
  expect([...bytes.values()].reduce((total, size) => total + size, 0)).toBeLessThanOrEqual(123 * KB)
})

/** The initial congestion window of TCP (RFC 6928) in bytes: ten segments of Ethernet size. */
const FIRST_TRIP_BYTES = 10 * 1460

/** What TCP delivers within two round trips: the congestion window doubles after the first. */
const SECOND_TRIP_BYTES = 3 * FIRST_TRIP_BYTES

test('every page except home and 404 fits into the initial TCP congestion window, including response headers', async () => {
  const paths = readBuiltPages().flatMap(({ path }) => (path === '/' || path === '/404' ? [] : [path]))
  expect(paths.length).toBeGreaterThan(2)
  const bytes = await measureResponseSizes(paths)
  expect([...bytes].filter(([, count]) => count > FIRST_TRIP_BYTES)).toEqual([])
})

test('the main chunks of the home page start with the V8 hint for eager compilation', () => {
  const home = scripts.filter((script) => /\/(frame|home)-[\w-]+\.js$/.test(script))
  expect(home.map((script) => readBuiltFile(script).toString('utf8').split('\n', 1))).toEqual([
    ['//# allFunctionsCalledOnLoad'],
    ['//# allFunctionsCalledOnLoad'],
  ])
})

test('no page has a script element that is fetched: an inline script loads the same existing script files on every page', () => {
  for (const { document } of readBuiltPages()) {
    expect(document.querySelectorAll('script[src], link[rel=modulepreload], link[as=script]')).toEqual([])
    const files = namedScripts(document)
    expect(files.map((file) => file.replace(/-[\w-]{6}\.js$/, ''))).toEqual(['/assets/frame', '/assets/boot'])
    for (const file of files) expect(scripts).toContain(file)
  }
})

test('the inline scripts of every page match the hashes of the Content-Security-Policy', () => {
  const { contentSecurityPolicy } = v.parse(headersSchema, JSON.parse(readHeadersFile()))
  expect(contentSecurityPolicy.scriptHashes).toHaveLength(3)
  for (const { path, document } of readBuiltPages()) {
    const executed = document
      .querySelectorAll('script')
      .filter((script) => script.getAttribute('type') !== 'application/ld+json')
      .map(({ text }) => text)
    const hashes = executed.map((text) => `sha256-${createHash('sha256').update(text).digest('base64')}`)
    expect(hashes).toHaveLength(path === '/' || path === '/download' ? 2 : 1)
    for (const hash of hashes) expect(contentSecurityPolicy.scriptHashes).toContain(hash)
    // The length without the fonts of the first view
    for (const text of executed) expect(text.replaceAll(/"[\w+/=]{1000,}"/g, '').length).toBeLessThan(1_400)
  }
})
