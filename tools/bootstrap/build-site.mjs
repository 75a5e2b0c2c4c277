import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { allSettledOrThrow } from './all-settled-or-throw.mjs'
import { createProgramEnvironment } from './child.mjs'
import { hashBuildInputs } from './fingerprint.mjs'
import { ROOT } from './paths.mjs'
import { runWithProgressLabel } from './progress.mjs'
import { runProgramQuietly } from './quiet-program.mjs'
import { requireValidSiteUrl } from './site-url.mjs'
import { buildWithStamp, isBuildStampCurrent } from './stamp.mjs'
import { createProgramError } from './user-facing-error.mjs'

const SITE = join(ROOT, 'website')
const STAMP = join(SITE, 'dist/built-from.txt')
const COMPRESSED = join(SITE, 'dist/compressed-from.txt')
const HEADERS = join(SITE, 'dist/static-headers-from.txt')
const VITE = join(ROOT, 'node_modules/vite/bin/vite.js')

/**
 * A build step: builds the website into `website/dist`. It runs again when a source file changes, or an environment variable that is
 * rendered into the pages.
 */
export const websiteBuild = {
  isReady() {
    requireValidSiteUrl(process.env)
    return isBuildStampCurrent(STAMP, sources())
  },
  async make(node) {
    for (const stamp of [COMPRESSED, HEADERS]) rmSync(stamp, { force: true })
    const build = () => run(node, [VITE, 'build'], { cwd: SITE })
    await runWithProgressLabel('Building the website', () => buildWithStamp(STAMP, sources(), build))
  },
}

/** Build step that compresses the files of the built website. */
const compressedWebsiteBuild = {
  isReady: () => isBuildStampCurrent(COMPRESSED, sources()),
  async make(node) {
    const program = ['server/src/site/precompress.ts', 'website/dist/client']
    await buildWithStamp(COMPRESSED, sources(), () => run(node, program, { cwd: ROOT }))
  },
}

/**
 * A build step: writes the file `client/_headers` with the response headers for static hosts. The self-contained server does not
 * read this file.
 */
const staticHeaders = {
  isReady: () => isBuildStampCurrent(HEADERS, headerSources()),
  async make(node) {
    const program = ['server/src/site/write-static-headers.ts', 'website/dist']
    await buildWithStamp(HEADERS, headerSources(), () => run(node, program, { cwd: ROOT }))
  },
}

/** A build step: builds the website, then its compressed variants and the headers file. */
export const completeWebsiteBuild = {
  isReady: () => [websiteBuild, compressedWebsiteBuild, staticHeaders].every((build) => build.isReady()),
  async make(node) {
    if (!websiteBuild.isReady()) await websiteBuild.make(node)
    await allSettledOrThrow([compressedWebsiteBuild, staticHeaders].map((build) => build.isReady() || build.make(node)))
  },
}

function sources() {
  return hashBuildInputs(['website', 'contract'], settings())
}

function headerSources() {
  return hashBuildInputs(['website', 'contract', 'backend/src/http', 'server/src/site'], settings())
}

/** Returns the environment variables that `vite build` renders into the pages. */
function settings() {
  const names = Object.keys(process.env).filter((name) => name.startsWith('VITE_') || name === 'SITE_URL')
  return names.sort().map((name) => `${name}=${process.env[name]}`)
}

async function run(node, args, options) {
  const { code, output } = await runProgramQuietly(node, args, { ...options, env: createProgramEnvironment(node) })
  if (code !== 0) throw createProgramError('The website could not be built', output)
}
