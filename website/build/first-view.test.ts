import { expect, test } from 'vitest'
import { collectFirstViewCharacters, findMissingCharacters, inlineFirstPictures } from './first-view.ts'

const PAGE = [
  '<link rel="preload" as="image" href="/assets/a.svg"/><div><header><span class="font-display"><svg><path d="x"></path></svg>Ab</span></header>',
  '<section><h1 class="text-hero">it&#x27;s</h1><p>c &amp; d</p><img src="/assets/a.svg" width="1"/>',
  '<noscript><img src="/assets/a.svg"/>zz</noscript></section><section>yy<img src="/assets/c.svg"/></section></div>',
].join('')

const DOWNLOAD =
  '<h1>ab</h1><section>c<h2>d</h2><p class="heading x">e</p></section><section><h2>f</h2></section><section></section><section></section><h2>g</h2>'

test('collectFirstViewCharacters returns the characters for each font, without those in noscript, icons and lower sections', () => {
  expect(collectFirstViewCharacters(PAGE, DOWNLOAD)).toEqual({ figtree: ' &cd', fraunces: "'Abist", download: 'abdef' })
})

test('findMissingCharacters returns the characters of the page that the first-view fonts do not contain', () => {
  const drawn = { figtree: ' cd', fraunces: "'Abist", download: 'abdf' }
  expect(findMissingCharacters(collectFirstViewCharacters(PAGE, DOWNLOAD), drawn)).toEqual(['&', 'e'])
})

test('inlineFirstPictures replaces the URL of each preloaded picture by a data URL, but not in noscript, and not of other pictures', () => {
  const inlined = inlineFirstPictures(PAGE, () => '<svg id="a"><path fill="url(#a)" width="5%"/></svg>')
  expect(inlined).not.toContain('preload')
  expect(inlined).toContain(
    `<img src="data:image/svg+xml,%3Csvg id='a'%3E%3Cpath fill='url(%23a)' width='5%25'/%3E%3C/svg%3E" width="1"/>`,
  )
  expect(inlined).toContain('<noscript><img src="/assets/a.svg"/>')
  expect(inlined).toContain('<img src="/assets/c.svg"/>')
})
