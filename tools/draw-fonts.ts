// Cuts the site's two fonts to the characters that the site uses and leaves them in website/app/fonts. Run by hand when a text
// has a character that no text had before: `npm run draw-fonts`. A test says when that is due; the build needs no tool for it.
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
