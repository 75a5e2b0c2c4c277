// One build of the site must work for any SITE_URL: wherever the site's own origin occurs, it must be the SITE_URL with which the
// server was started.
import { createHash } from 'node:crypto'
import { type HTMLElement, parse } from 'node-html-parser'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBackend, type TestBackend } from '../support/start-backend.ts'
import { BUILT_SITE_ORIGIN, listBuiltFiles } from './built-site.ts'

const ROUTES = ['/', '/download', '/privacy', '/terms']

/** Every URL path that the server serves as text. */
const textAddresses = listBuiltFiles()
  .filter((file) => /\.(html|txt|xml|webmanifest|json|svg|js|css)$/.test(file))
  .map((file) => file.replace(/(\/index)?\.html$/, '') || '/')

async function read(backend: TestBackend, address: string): Promise<string> {
  return (await fetch(backend.url + address)).text()
}

const content = (page: HTMLElement, property: string) =>
  page.querySelector(`meta[property="${property}"]`)?.getAttribute('content')

const ADDRESSES = ['https://www.one.example', 'http://two.example:8080'] as const
const started = new Map<string, TestBackend>()
beforeAll(async () => {
  await Promise.all(
    ADDRESSES.map(async (siteUrl) => started.set(siteUrl, await startBackend({ env: { SITE_URL: siteUrl } }))),
  )
})
afterAll(() => Promise.all([...started.values()].map((backend) => backend[Symbol.asyncDispose]())))

function backendAt(siteUrl: string): TestBackend {
  const backend = started.get(siteUrl)
  if (backend === undefined) throw new Error(`No backend was started for ${siteUrl}.`)
  return backend
}

for (const siteUrl of ADDRESSES) {
  test(`with SITE_URL ${siteUrl} every page and text file contains that origin, and not the origin of the build`, async () => {
    const backend = backendAt(siteUrl)
    for (const path of ROUTES) {
      const page = parse(await read(backend, path))
      expect(page.querySelector('link[rel=canonical]')?.getAttribute('href')).toBe(siteUrl + path)
      expect(content(page, 'og:url')).toBe(siteUrl + path)
      expect(content(page, 'og:image')).toBe(`${siteUrl}/social-card.png`)
    }
    const home = parse(await read(backend, '/'), { blockTextElements: { script: true } })
    const data: unknown = JSON.parse(home.querySelector('script[type="application/ld+json"]')?.text ?? '')
    const addresses = JSON.stringify(data).match(/https?:[^"#]*/g) ?? []
    expect(new Set(addresses)).toEqual(
      new Set(['https://schema.org', `${siteUrl}/`, `${siteUrl}/icon-512.png`, `${siteUrl}/download`]),
    )
    const listed = (await read(backend, '/sitemap.xml')).match(/(?<=<loc>)[^<]*/g)
    expect(listed?.toSorted()).toEqual(ROUTES.map((path) => siteUrl + path).toSorted())
    expect(await read(backend, '/robots.txt')).toMatch(`\nSitemap: ${siteUrl}/sitemap.xml\n`)
    expect(await read(backend, '/.well-known/security.txt')).toContain(
      `\nCanonical: ${siteUrl}/.well-known/security.txt\n`,
    )
    expect(await read(backend, '/llms.txt')).toContain(`(${siteUrl}/download)`)

    expect(textAddresses.length).toBeGreaterThan(30)
    const texts = await Promise.all(
      textAddresses.map(async (address) => [address, await read(backend, address)] as const),
    )
    expect(texts.filter(([, text]) => text.includes(BUILT_SITE_ORIGIN)).map(([address]) => address)).toEqual([])
  })
}

test('with a changed SITE_URL every page matches its Content-Security-Policy and has a different ETag in every encoding', async () => {
  const [one, two] = [backendAt(ADDRESSES[0]), backendAt(ADDRESSES[1])]
  for (const path of ROUTES) {
    for (const encoding of ['br', 'gzip', 'identity']) {
      const headers = { 'accept-encoding': encoding }
      const [first, second] = await Promise.all([one, two].map(({ url }) => fetch(url + path, { headers })))
      expect(first?.headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding)
      expect(first?.headers.get('etag')).not.toBe(second?.headers.get('etag'))
      const page = parse((await first?.text()) ?? '', { blockTextElements: { script: true, style: true } })
      expect(page.querySelector('link[rel=canonical]')?.getAttribute('href')).toBe(`https://www.one.example${path}`)
      const policy = first?.headers.get('content-security-policy')
      const inline = page.querySelectorAll('style, script:not([src]):not([type])')
      expect(inline.length).toBeGreaterThan(1)
      for (const { text } of inline) expect(policy).toContain(createHash('sha256').update(text).digest('base64'))
      await second?.body?.cancel()
    }
  }
})
