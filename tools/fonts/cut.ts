import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import subsetFont from 'subset-font'
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
  const require = createRequire(import.meta.url)
  for (const [name, { file, variationAxes }] of Object.entries(FONTS)) {
    const source = dirname(require.resolve(`@fontsource-variable/${name}/package.json`))
    const whole = await readFile(join(source, 'files', file))
    const options = { targetFormat: 'woff2' as const, variationAxes, keepFeatures: FEATURES, noHinting: true }
    files.set(`${name}.woff2`, await subsetFont(whole, characters, options))
    files.set(`${name}-licence.txt`, await readFile(join(source, 'LICENSE')))
  }
  return files
}
