// `npm run draw-fonts`: subsets the site's two fonts to the characters that the site uses and writes them to website/app/fonts, and once
// more to the characters of the first views, from the built pages (`npm run build`). Run it when a text uses a new character; a
// test fails until then. The subsets are committed, so the build needs no font tool.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { collectFirstViewCharacters, FIRST_VIEW_FONTS_FOLDER } from '../website/build/first-view.ts'
import { collectFontCharacters } from './fonts/characters.ts'
import { CHARACTERS_FILE, FONTS_FOLDER, subsetFirstViewFonts, subsetFonts } from './fonts/cut.ts'
import { ROOT } from './root.ts'

const characters = await collectFontCharacters()
await writeFonts(FONTS_FOLDER, await subsetFonts(characters))
await writeFile(join(FONTS_FOLDER, CHARACTERS_FILE), characters)

const website = join(ROOT, 'website')
const readBody = async (page: string) => {
  const html = await readFile(join(website, 'dist/client', page), 'utf8')
  return html.slice(html.indexOf('<body>'))
}
const inFirstView = collectFirstViewCharacters(await readBody('index.html'), await readBody('download/index.html'))
const firstViewFolder = join(website, FIRST_VIEW_FONTS_FOLDER)
await writeFonts(firstViewFolder, await subsetFirstViewFonts(inFirstView))
for (const [name, shown] of Object.entries(inFirstView)) await writeFile(join(firstViewFolder, `${name}.txt`), shown)

async function writeFonts(folder: string, files: ReadonlyMap<string, Buffer>): Promise<void> {
  for (const [name, content] of files) {
    await writeFile(join(folder, name), content)
    console.info(`${join(folder, name)}: ${content.length} bytes`)
  }
}
