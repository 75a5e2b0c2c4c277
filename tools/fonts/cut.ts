import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import subsetFont from 'subset-font'
import type { FirstViewCharacters } from '../../website/build/first-view.ts'
import { ROOT } from '../root.ts'

/** The folder of the subset fonts and of their licences, which must be distributed with them. */
export const FONTS_FOLDER = join(ROOT, 'website/app/fonts')

/** The name of the file in the fonts folder that lists the characters of the subset fonts. */
export const CHARACTERS_FILE = 'characters.txt'

// The axes of Fraunces are pinned, because the font is used only for large text and variable axes would add 9 kB.
const FONTS = {
  figtree: { file: 'figtree-latin-wght-normal.woff2', variationAxes: { wght: { min: 400, max: 700 } } },
  fraunces: {
    file: 'fraunces-latin-full-normal.woff2',
    variationAxes: { wght: 600, opsz: 90, SOFT: 70, WONK: 1 },
  },
}

const FEATURES = ['kern', 'liga', 'lnum', 'locl', 'ccmp', 'mark', 'mkmk']

/** Subsets the site's fonts to the given characters. Returns the font files and their licences by file name. */
export async function subsetFonts(characters: string): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>()
  for (const [name, { file, variationAxes }] of Object.entries(FONTS)) {
    const source = folderOf(name)
    files.set(`${name}.woff2`, await subset({ name, file, variationAxes }, characters))
    files.set(`${name}-licence.txt`, await readFile(join(source, 'LICENSE')))
  }
  return files
}

/** Subsets the fonts to the characters of the first views. Returns the font files by file name. */
export async function subsetFirstViewFonts(characters: FirstViewCharacters): Promise<Map<string, Buffer>> {
  return new Map([
    ['figtree.woff2', await subset({ name: 'figtree', ...FONTS.figtree }, characters.figtree)],
    ['fraunces.woff2', await subset({ name: 'fraunces', ...FONTS.fraunces }, characters.fraunces)],
    ['download.woff2', await subset({ name: 'fraunces', ...FONTS.fraunces }, characters.download)],
  ])
}

type FontSource = { name: string; file: string; variationAxes: Record<string, number | { min: number; max: number }> }

async function subset({ name, file, variationAxes }: FontSource, characters: string): Promise<Buffer> {
  const whole = await readFile(join(folderOf(name), 'files', file))
  return subsetFont(whole, characters, {
    targetFormat: 'woff2',
    variationAxes,
    keepFeatures: FEATURES,
    noHinting: true,
  })
}

function folderOf(name: string): string {
  return dirname(createRequire(import.meta.url).resolve(`@fontsource-variable/${name}/package.json`))
}
