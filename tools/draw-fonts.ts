// `npm run draw-fonts`: subsets the site's two fonts to the characters that the site uses and writes them to website/app/fonts. Run it when
// a text uses a new character; a test fails until then. The subsets are committed, so the build needs no font tool.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { charactersUsed } from './fonts/characters.ts'
import { CHARACTERS_FILE, cutFonts, FONTS_FOLDER } from './fonts/cut.ts'

const characters = await charactersUsed()
for (const [name, content] of await cutFonts(characters)) {
  await writeFile(join(FONTS_FOLDER, name), content)
  console.info(`${name}: ${content.length} bytes`)
}
await writeFile(join(FONTS_FOLDER, CHARACTERS_FILE), characters)
