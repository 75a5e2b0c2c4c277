// `npm run shots`: takes screenshots of every page and state at four widths and in both colour schemes, and writes them to shots/ with a
// contact sheet, shots/index.html. `--beside v1.2` lays them beside those of that Git revision; `-- -g signup` takes only those whose title
// matches.
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ensureBrowser } from '../tests/support/browser.ts'
import { ROOT } from './root.ts'
import { renderContactSheet } from './shots/contact-sheet.ts'
import { compareWithEarlierShots, listScreenshots, takeEarlierShots } from './shots/earlier-shots.ts'
import { runProgram } from './testing/run-program.ts'

const folder = join(ROOT, 'shots')
const args = process.argv.slice(2)
const option = args.findIndex((arg) => arg === '--beside' || arg.startsWith('--beside='))
const revision = option === -1 ? undefined : takeRevision(option)
const earlier = revision === undefined ? undefined : await takeEarlierShots(revision)

if (args.length === 0) await rm(folder, { recursive: true, force: true })
const env = { CHROME_PATH: await ensureBrowser() }
process.exitCode = await runProgram('playwright', ['test', '--config', 'tests/shots.config.ts', ...args], env)
const before = revision !== undefined && earlier ? await compareWithEarlierShots(folder, earlier, revision) : undefined
const pictures = await listScreenshots(folder)
await writeFile(join(folder, 'index.html'), renderContactSheet(pictures, before))
console.log(`\n${pictures.length} pictures: ${join(folder, 'index.html')}`)

/** Removes the option `--beside` from the arguments and returns its value. */
function takeRevision(index: number): string {
  const [name = '', joined] = args.splice(index, 1)[0]?.split('=') ?? []
  const value = joined ?? args.splice(index, 1)[0]
  if (value === undefined || value === '') throw new Error(`${name} needs a Git revision, for example ${name} v1.2`)
  return value
}
