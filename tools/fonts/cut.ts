import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import subsetFont from 'subset-font'
import { ROOT } from '../root.ts'

/** Where the cut fonts lie, with the licences that must come along. */
export const FONTS_FOLDER = join(ROOT, 'website/app/fonts')

/** The file there that holds the characters which the fonts were cut to. */
export const CHARACTERS_FILE = 'characters.txt'

// Fraunces is drawn for large sizes and kept at one weight: the axes would cost 9 kB.
const FONTS = {
  figtree: { file: 'figtree-latin-wght-normal.woff2', variationAxes: { wght: { min: 400, max: 700 } } },
  fraunces: {
    file: 'fraunces-latin-full-normal.woff2',
    variationAxes: { wght: 600, opsz: 90, SOFT: 70, WONK: 1 },
  },
}

const FEATURES = ['kern', 'liga', 'lnum', 'locl', 'ccmp', 'mark', 'mkmk']

/** The site's fonts cut to these characters, and their licences, by the name of the file. */
export async function cutFonts(characters: string): Promise<Map<string, Buffer>> {
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
