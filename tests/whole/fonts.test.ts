import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { collectFontCharacters } from '../../tools/fonts/characters.ts'
import { CHARACTERS_FILE, FONTS_FOLDER, subsetFirstViewFonts, subsetFonts } from '../../tools/fonts/cut.ts'
import {
  collectFirstViewCharacters,
  FIRST_VIEW_FONTS_FOLDER,
  readDrawnCharacters,
} from '../../website/build/first-view.ts'
import { readBuiltPages } from './built-site.ts'

const WEBSITE = join(import.meta.dirname, '../../website')

const styles = async (name: string) => readFile(new URL(`../../website/app/styles/${name}`, import.meta.url), 'utf8')

test('fallback fonts have the metrics of the web fonts, so that the font swap causes no layout shift', async () => {
  const faces = [...(await styles('fallback-fonts.css')).matchAll(/@font-face \{(.*?)\}/gs)].map(
    ([, face = '']) => face,
  )
  const stacks = [...(await styles('tokens.css')).matchAll(/--font-\w+: (.*);/g)].map(([, stack = '']) => stack)
  expect(stacks.length).toBe(2)
  for (const stack of stacks) {
    const [real = '', ...standIns] = [...stack.matchAll(/"([^"]+)"/g)].map(([, family = '']) => family)
    expect(standIns.length, stack).toBe(2)
    for (const family of standIns) {
      const face = faces.find((text) => text.includes(`font-family: "${family}"`)) ?? ''
      expect(family.startsWith(real)).toBe(true)
      expect(face, family).toContain('local(')
      for (const measure of ['size-adjust', 'ascent-override', 'descent-override', 'line-gap-override: 0%'])
        expect(face, family).toContain(measure)
      const [size = 0, ascent = 0] = ['size-adjust', 'ascent-override'].map((name) => percentOf(face, name))
      expect((size * ascent) / 100, `${family}: its lines are as high as ${real}'s`).toBeCloseTo(ASCENTS[real] ?? 0, 0)
    }
  }
})

/**
 * The brand file, which the site's owner may change. Characters that are not in the fonts use the fallback font until the owner
 * generates the fonts anew, so the test ignores this file.
 */
const OF_THE_OWNER = ['app/brand.ts']

test('the font subsets contain every character that the site uses (if not, run npm run draw-fonts)', async () => {
  const drawn = await readFile(join(FONTS_FOLDER, CHARACTERS_FILE), 'utf8')
  expect([...(await collectFontCharacters(OF_THE_OWNER))].filter((character) => !drawn.includes(character))).toEqual([])
})

test('the font subsets are reproducible from the installed packages and include their licences', async () => {
  const drawn = await readFile(join(FONTS_FOLDER, CHARACTERS_FILE), 'utf8')
  const files = await subsetFonts(drawn)
  expect([...files.keys()].filter((name) => name.endsWith('.woff2'))).toEqual(['figtree.woff2', 'fraunces.woff2'])
  for (const [name, content] of files) {
    expect((await readFile(join(FONTS_FOLDER, name))).equals(content), name).toBe(true)
    if (name.endsWith('.txt')) expect(content.toString()).toContain('SIL OPEN FONT LICENSE Version 1.1')
  }
})

test('the fonts of the first views contain exactly the characters that the pages show first (if not, run npm run draw-fonts)', async () => {
  const [home = '', download = ''] = ['/', '/download'].map(
    (path) => readBuiltPages().find((page) => page.path === path)?.html ?? '',
  )
  const bodyOf = (html: string) => html.slice(html.indexOf('<body>'))
  const shown = collectFirstViewCharacters(bodyOf(home), bodyOf(download))
  expect(await readDrawnCharacters(WEBSITE)).toEqual(shown)
  for (const [name, content] of await subsetFirstViewFonts(shown))
    expect((await readFile(join(WEBSITE, FIRST_VIEW_FONTS_FOLDER, name))).equals(content), name).toBe(true)
  // If a character was missing when the page was built, it contains the complete fonts' preloads instead.
  expect(home).not.toContain('as="font"')
  expect([...download.matchAll(/href="\/assets\/(\w+)-[^"]+" as="font"/g)].map(([, name]) => name)).toEqual([
    'figtree',
    'download',
  ])
})

/** The ascent of each font in hundredths of an em, as in the font files. */
const ASCENTS: Record<string, number> = { Figtree: 95, Fraunces: 97.8 }

function percentOf(face: string, name: string): number {
  return Number(new RegExp(`${name}: ([\\d.]+)%`).exec(face)?.[1])
}
