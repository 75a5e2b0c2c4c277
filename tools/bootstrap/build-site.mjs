import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { programEnvironment } from './child.mjs'
import { fingerprint } from './fingerprint.mjs'
import { ROOT } from './places.mjs'
import { step } from './progress.mjs'
import { runQuietly } from './quiet-program.mjs'
import { refusalFrom } from './refusal.mjs'
import { refuseBadSiteUrl } from './site-url.mjs'

const SITE = join(ROOT, 'website')
const STAMP = join(SITE, 'dist/built-from.txt')

/** Builds the website unless what is in `website/dist` was made from these very sources and settings. */
export async function buildSite(node) {
  refuseBadSiteUrl(process.env)
  const sources = fingerprint(['website', 'contract'], settings())
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === sources) return
  await step('Building the website', () => build(node))
  writeFileSync(STAMP, sources)
}

/** What `vite build` puts into the pages from outside. */
function settings() {
  const names = Object.keys(process.env).filter((name) => name.startsWith('VITE_') || name === 'SITE_URL')
  return names.sort().map((name) => `${name}=${process.env[name]}`)
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
