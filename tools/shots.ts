// `npm run shots`: takes screenshots of every page and state at four widths and in both colour schemes, and writes them to shots/ with a
// contact sheet, shots/index.html. `npm run shots -- -g signup` takes only those whose title matches.
import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ensureBrowser } from '../tests/support/browser.ts'
import { ROOT } from './root.ts'
import { runProgram } from './testing/run-program.ts'

const folder = join(ROOT, 'shots')
const args = process.argv.slice(2)

if (args.length === 0) await rm(folder, { recursive: true, force: true })
const env = { CHROME_PATH: await ensureBrowser() }
process.exitCode = await runProgram('playwright', ['test', '--config', 'tests/shots.config.ts', ...args], env)
const files = await readdir(folder).catch(() => [])
await writeFile(join(folder, 'index.html'), contactSheet(files.filter((file) => file.endsWith('.png')).toSorted()))
console.log(`\n${files.length} pictures: ${join(folder, 'index.html')}`)

/** Renders the contact sheet as HTML: one row per state, one column per width and colour scheme. Each screenshot links to its full size. */
function contactSheet(pictures: string[]): string {
  const states = Map.groupBy(pictures, (file) => file.split('.')[0] ?? '')
  const rows = [...states].map(([name, files]) => {
    const cells = files
      .toSorted((a, b) => widthOf(a) - widthOf(b))
      .map((file) => `<a href="${file}"><img loading="lazy" src="${file}" alt="${file}"><br>${file.split('.')[1]}</a>`)
    return `<section><h2>${name}</h2><div>${cells.join('\n')}</div></section>`
  })
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Every state</title>
<style>
body { font: 14px system-ui; margin: 2rem; background: #888; }
div { display: flex; gap: 1rem; overflow-x: auto; align-items: start; }
a { color: #000; }
img { max-width: 24rem; max-height: 40rem; }
</style>
${rows.join('\n')}
</html>
`
}

function widthOf(file: string): number {
  return Number(/\.(\d+)-/.exec(file)?.[1])
}
