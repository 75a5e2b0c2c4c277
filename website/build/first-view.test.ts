import { expect, test } from 'vitest'
import { collectFirstViewCharacters, findMissingCharacters, inlineFirstPictures } from './first-view.ts'

const PAGE = [
  '<link rel="preload" as="image" href="/assets/a.svg"/><div><header><span class="font-display"><svg><path d="x"></path></svg>Ab</span></header>',
  '<section><h1 class="text-hero">it&#x27;s</h1><p>c &amp; d</p><img src="/assets/a.svg" width="1"/>',
  '<noscript><img src="/assets/a.svg"/>zz</noscript></section><section>yy<img src="/assets/c.svg"/></section></div>',
].join('')

test('the characters of the first view exclude noscript, icons and lower sections, and are separate for each font', () => {
  expect(collectFirstViewCharacters(PAGE)).toEqual({ figtree: ' &cd', fraunces: "'Abist" })
})

test('characters that the fonts of the first view lack are listed', () => {
  const drawn = { figtree: ' cd', fraunces: "'Abist" }
  expect(findMissingCharacters(collectFirstViewCharacters(PAGE), drawn)).toEqual(['&'])
})

test('preloaded pictures become data URLs, and pictures in noscript or without a preload stay files', () => {
  const inlined = inlineFirstPictures(PAGE, () => '<svg id="a"><path fill="url(#a)" width="5%"/></svg>')
  expect(inlined).not.toContain('preload')
  expect(inlined).toContain(
    `<img src="data:image/svg+xml,%3Csvg id='a'%3E%3Cpath fill='url(%23a)' width='5%25'/%3E%3C/svg%3E" width="1"/>`,
  )
  expect(inlined).toContain('<noscript><img src="/assets/a.svg"/>')
  expect(inlined).toContain('<img src="/assets/c.svg"/>')
})
