import { expect, test } from 'vitest'
import { brand } from '../support/brand.ts'
import { BUILT_SITE_ORIGIN, listBuiltFiles, readBuiltFile, readBuiltPages } from './built-site.ts'

const pages = readBuiltPages()

function contentOf(path: string, selector: string): string | undefined {
  return pages
    .find((page) => page.path === path)
    ?.document.querySelector(selector)
    ?.getAttribute('content')
}

/** Returns the JSON-LD objects of the home page, by type. */
function structuredData(): Map<string, Record<string, unknown>> {
  const script = pages
    .find(({ path }) => path === '/')
    ?.document.querySelector('script[type="application/ld+json"]')?.text
  const data: { '@graph': Record<string, unknown>[] } = JSON.parse(script ?? '')
  return new Map(data['@graph'].map((part) => [String(part['@type']), part]))
}

test('the Open Graph image has the size declared by every page, and every page declares alternative text for it', () => {
  const card = readBuiltFile('/social-card.png')
  const size = [card.readUInt32BE(16), card.readUInt32BE(20)]
  expect(size).toEqual([1200, 630])
  expect(card.length).toBeLessThan(400_000)
  for (const { path } of pages) {
    const og = (name: string) => contentOf(path, `meta[property="og:${name}"]`)
    expect(og('image')).toBe(`${BUILT_SITE_ORIGIN}/social-card.png`)
    expect([og('image:width'), og('image:height')]).toEqual(size.map(String))
    expect(og('image:alt')).toMatch(/\w{3,}/)
    expect(og('type')).toBe('website')
    expect(og('description')).toBe(contentOf(path, 'meta[name=description]'))
    expect(contentOf(path, 'meta[name="twitter:card"]')).toBe('summary_large_image')
    expect(contentOf(path, 'meta[name="twitter:image:alt"]')).toBe(og('image:alt'))
  }
})

test('page titles have at most 65 characters and meta descriptions at most 165', () => {
  for (const { path, document } of pages) {
    expect(document.querySelector('title')?.text.length, path).toBeLessThanOrEqual(65)
    expect(contentOf(path, 'meta[name=description]')?.length, path).toBeLessThanOrEqual(165)
  }
})

test('the structured data describes the organisation, the site and the app, with a price of 0', () => {
  const data = structuredData()
  expect([...data.keys()].toSorted()).toEqual(['FAQPage', 'Organization', 'SoftwareApplication', 'WebSite'])
  expect(data.get('Organization')).toMatchObject({ name: brand.name, url: `${BUILT_SITE_ORIGIN}/` })
  expect(listBuiltFiles()).toContain(String(data.get('Organization')?.logo).replace(BUILT_SITE_ORIGIN, ''))
  expect(data.get('WebSite')).toMatchObject({ name: brand.name, url: `${BUILT_SITE_ORIGIN}/` })
  expect(data.get('SoftwareApplication')).toMatchObject({
    name: brand.name,
    operatingSystem: 'macOS, Windows',
    applicationCategory: 'MultimediaApplication',
    softwareVersion: 'Beta',
    downloadUrl: `${BUILT_SITE_ORIGIN}/download`,
    offers: { price: '0', priceCurrency: 'USD' },
  })
})

test('the structured data contains no rating and no review', () => {
  expect(JSON.stringify([...structuredData()])).not.toMatch(/"(aggregateRating|\w*review\w*)"/i)
})

test('the FAQ answers in the structured data equal those on the home page', () => {
  const home = pages.find(({ path }) => path === '/')
  const read = home?.document.querySelectorAll('#faq .accordion-content').map((answer) => answer.text.trim()) ?? []
  const faq: { mainEntity: { acceptedAnswer: { text: string } }[] } = JSON.parse(
    JSON.stringify(structuredData().get('FAQPage')),
  )
  expect(read).toHaveLength(9)
  expect(read.map(unescaped)).toEqual(faq.mainEntity.map(({ acceptedAnswer }) => acceptedAnswer.text))
})

test('robots.txt disallows no path, so that crawlers can read the robots tags of the pages', () => {
  expect(readBuiltFile('/robots.txt').toString('utf8')).not.toMatch(/^disallow: *\S/im)
})

test('the web app manifest lists the required icon sizes, and every PNG icon has its declared size', () => {
  const manifest: { icons: { src: string; sizes: string; type: string }[] } = JSON.parse(
    readBuiltFile('/site.webmanifest').toString('utf8'),
  )
  for (const { src, sizes, type } of manifest.icons) {
    const bytes = readBuiltFile(src)
    if (type === 'image/png') expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(sizes)
  }
  expect(manifest.icons.map(({ sizes }) => sizes)).toEqual(expect.arrayContaining(['any', '192x192', '512x512']))
})

function unescaped(html: string): string {
  return html.replaceAll('&#x27;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&')
}
