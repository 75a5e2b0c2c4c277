import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { programEnvironment } from './child.mjs'
import { ROOT } from './places.mjs'
import { step } from './progress.mjs'
import { runQuietly } from './quiet-program.mjs'
import { refusalFrom } from './refusal.mjs'

const SITE = join(ROOT, 'website')
const STAMP = join(SITE, 'dist/built-from.txt')
const NOT_SOURCE = new Set(['node_modules', 'dist', '.cache'])

/** Builds the website unless what is in `website/dist` was made from these very sources and settings. */
export async function buildSite(node) {
  const sources = fingerprint()
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === sources) return
  await step('Building the website', () => build(node))
  writeFileSync(STAMP, sources)
}

function fingerprint() {
  const hash = createHash('sha256')
  for (const folder of ['website', 'contract']) hashFolder(hash, join(ROOT, folder))
  hash.update(readFileSync(join(ROOT, 'package-lock.json')))
  for (const name of Object.keys(process.env).sort()) {
    if (name.startsWith('VITE_') || name === 'SITE_URL') hash.update(`\0${name}=${process.env[name]}`)
  }
  return hash.digest('hex')
}

function hashFolder(hash, folder) {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  for (const entry of entries) {
    if (NOT_SOURCE.has(entry.name)) continue
    const path = join(folder, entry.name)
    if (entry.isDirectory()) hashFolder(hash, path)
    else hash.update(`\0${path.slice(ROOT.length)}\0`).update(readFileSync(path))
  }
}

/** Runs the site's own build script, as `npm run build -w website` does, and compresses what it made, once for all starts. */
async function build(node) {
  const { scripts } = JSON.parse(readFileSync(join(SITE, 'package.json'), 'utf8'))
  await run(node, scripts.build, SITE)
  await run(node, `"${node}" backend/src/site/precompress.ts website/dist/client`, ROOT)
}

async function run(node, command, cwd) {
  const { code, output } = await runQuietly(command, [], { cwd, env: programEnvironment(node), shell: true })
  if (code !== 0) throw refusalFrom('The website could not be built', output)
}
