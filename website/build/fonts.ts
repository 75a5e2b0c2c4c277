import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { glob, mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import subsetFont from 'subset-font'
import type { Plugin } from 'vite'

// What the site's two fonts are cut to: basic Latin, for names and addresses that people type, and every other character
// that stands in the app's own files. Fraunces is drawn for large sizes and kept at one weight: the axes would cost 9 kB.
const FONTS = {
  figtree: { file: 'figtree/files/figtree-latin-wght-normal.woff2', variationAxes: { wght: { min: 400, max: 700 } } },
  fraunces: {
    file: 'fraunces/files/fraunces-latin-full-normal.woff2',
    variationAxes: { wght: 600, opsz: 90, SOFT: 70, WONK: 1 },
  },
}

const FEATURES = ['kern', 'liga', 'lnum', 'locl', 'ccmp', 'mark', 'mkmk']

/** Writes dist/fonts before anything else is built; styles/fonts.css names the files. */
export function fonts(): Plugin {
  let root = ''
  let written: Promise<void> | null = null
  return {
    name: 'site:fonts',
    configResolved(config) {
      root = config.root
    },
    async buildStart() {
      written ??= writeFonts(root)
      await written
    },
  }
}

async function writeFonts(root: string): Promise<void> {
  const folder = join(root, 'dist/fonts')
  await mkdir(folder, { recursive: true })
  const text = await charactersUsed(root)
  // Cutting takes a second; the mark says what the files on disk were cut to.
  const mark = createHash('sha256')
    .update(JSON.stringify([text, FONTS, FEATURES]))
    .digest('hex')
  const markFile = join(folder, 'cut-to')
  if (existsSync(markFile) && (await readFile(markFile, 'utf8')) === mark) return
  const require = createRequire(import.meta.url)
  for (const [name, { file, variationAxes }] of Object.entries(FONTS)) {
    const whole = await readFile(require.resolve(`@fontsource-variable/${file}`))
    const options = { targetFormat: 'woff2' as const, variationAxes, keepFeatures: FEATURES, noHinting: true }
    await writeFile(join(folder, `${name}.woff2`), await subsetFont(whole, text, options))
  }
  await writeFile(markFile, mark)
}

async function charactersUsed(root: string): Promise<string> {
  const used = new Set(Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)))
  // What tests write is read by nobody.
  for await (const file of glob('app/**/*.{ts,tsx}', { cwd: root, exclude: (path) => path.includes('.test.') })) {
    for (const character of await readFile(join(root, file), 'utf8')) used.add(character)
  }
  return [...used].sort().join('')
}
