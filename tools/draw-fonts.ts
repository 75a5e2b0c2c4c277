// `npm run draw-fonts`: subsets the site's two fonts to the characters that the site uses and writes them to website/app/fonts. Run it when
// a text uses a new character; a test fails until then. The subsets are committed, so the build needs no font tool.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { collectFontCharacters } from './fonts/characters.ts'
import { CHARACTERS_FILE, FONTS_FOLDER, subsetFonts } from './fonts/cut.ts'

const characters = await collectFontCharacters()
for (const [name, content] of await subsetFonts(characters)) {
  await writeFile(join(FONTS_FOLDER, name), content)
  console.info(`${name}: ${content.length} bytes`)
}
await writeFile(join(FONTS_FOLDER, CHARACTERS_FILE), characters)
