import { join } from 'node:path'
import { createProgramEnvironment } from './child.mjs'
import { hashBuildInputs } from './fingerprint.mjs'
import { ROOT } from './paths.mjs'
import { runWithProgressLabel } from './progress.mjs'
import { runProgramQuietly } from './quiet-program.mjs'
import { buildWithStamp, isBuildStampCurrent } from './stamp.mjs'
import { createProgramError } from './user-facing-error.mjs'

const CONSOLE = join(ROOT, 'admin/console')
const STAMP = join(CONSOLE, 'dist/built-from.txt')
const VITE = join(ROOT, 'node_modules/vite/bin/vite.js')

/**
 * A build step: bundles the page of the founders' console into `admin/console/dist`. It needs all packages, and a start installs only some,
 * so only the commands that serve or test the console run it.
 */
export const consoleBuild = {
  isReady: () => isBuildStampCurrent(STAMP, sources()),
  async make(node) {
    await runWithProgressLabel('Building the console', () => buildWithStamp(STAMP, sources(), () => build(node)))
  },
}

function sources() {
  return hashBuildInputs(['admin', 'website'])
}

async function build(node) {
  const { code, output } = await runProgramQuietly(node, [VITE, 'build'], {
    cwd: CONSOLE,
    env: createProgramEnvironment(node),
  })
  if (code !== 0) throw createProgramError('The console could not be built', output)
}
