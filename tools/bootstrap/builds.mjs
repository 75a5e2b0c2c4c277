import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createProgramEnvironment } from './child.mjs'
import { ROOT } from './paths.mjs'
import { runWithProgressLabel } from './progress.mjs'
import { runProgramQuietly } from './quiet-program.mjs'
import { createProgramError } from './user-facing-error.mjs'

const VITE_BUILD = [join(ROOT, 'node_modules/vite/bin/vite.js'), 'build']
const NOT_SOURCE = new Set(['node_modules', 'dist', '.cache'])

/**
 * The builds. Each has the folders of its sources, and programs with the folders in which they run one after the other. The server's bundle
 * loads faster than its thousand modules.
 */
const BUILDS = {
  website: {
    sources: ['website', 'ui', 'contract', 'packages/releases', 'packages/backend/src/http', 'server/src/site'],
    programs: [
      ['website', VITE_BUILD],
      ['.', ['server/src/site/precompress.ts', 'website/dist/client']],
      ['.', ['server/src/site/write-static-headers.ts', 'website/dist']],
    ],
  },
  server: { sources: ['packages', 'server', 'contract', 'supabase/functions'], programs: [['server', VITE_BUILD]] },
  console: { sources: ['admin', 'website', 'ui'], programs: [['admin/console', VITE_BUILD]] },
}

/** Returns whether a complete build exists of the present sources, packages and environment variables. */
export function isBuilt(name) {
  try {
    return readFileSync(stampOf(name), 'utf8') === fingerprintOf(name)
  } catch {
    return false
  }
}

/** Runs a build with `node`. Its stamp is deleted first and written last, so that the next start repeats an interrupted build. */
export async function build(name, node) {
  rmSync(stampOf(name), { force: true })
  await runWithProgressLabel(`Building the ${name}`, async () => {
    for (const [folder, program] of BUILDS[name].programs) {
      const options = { cwd: join(ROOT, folder), env: createProgramEnvironment(node) }
      const { code, output } = await runProgramQuietly(node, program, options)
      if (code !== 0) throw createProgramError(`The ${name} could not be built`, output)
      for (const [line] of output.matchAll(/^Warning: .+$/gm)) console.warn(line)
    }
  })
  mkdirSync(dirname(stampOf(name)), { recursive: true })
  writeFileSync(stampOf(name), fingerprintOf(name))
}

function stampOf(name) {
  return join(ROOT, BUILDS[name].programs[0][0], 'dist/built-from.txt')
}

const hashes = new Map()

/** Hashes everything that a build is made of. The files are read once in a process, because several builds have sources in common. */
function fingerprintOf(name) {
  const hash = createHash('sha256').update(readFileSync(join(ROOT, 'package-lock.json')))
  for (const folder of BUILDS[name].sources) {
    if (!hashes.has(folder)) hashes.set(folder, hashFolder(join(ROOT, folder)))
    hash.update(hashes.get(folder))
  }
  const isSetting = (variable) => name === 'website' && /^(VITE_.*|SITE_URL)$/.test(variable)
  const settings = Object.keys(process.env).filter(isSetting).sort()
  for (const variable of settings) hash.update(`\0${variable}=${process.env[variable]}`)
  return hash.digest('hex')
}

/** Hashes names and contents of all source files in a folder. */
export function hashFolder(folder) {
  const hash = createHash('sha256')
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  for (const entry of entries) {
    if (NOT_SOURCE.has(entry.name)) continue
    const path = join(folder, entry.name)
    hash.update(`\0${entry.name}\0`).update(entry.isDirectory() ? hashFolder(path) : readFileSync(path))
  }
  return hash.digest('hex')
}
