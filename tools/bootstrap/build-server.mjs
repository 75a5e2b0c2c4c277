import { join } from 'node:path'
import { createProgramEnvironment } from './child.mjs'
import { hashBuildInputs } from './fingerprint.mjs'
import { ROOT } from './paths.mjs'
import { runWithProgressLabel } from './progress.mjs'
import { runProgramQuietly } from './quiet-program.mjs'
import { buildWithStamp, isBuildStampCurrent } from './stamp.mjs'
import { createProgramError } from './user-facing-error.mjs'

const SERVER = join(ROOT, 'server')
const STAMP = join(SERVER, 'dist/built-from.txt')
const VITE = join(ROOT, 'node_modules/vite/bin/vite.js')

/**
 * A build step: bundles the server into a few files in `server/dist`, which load faster than the server's thousand modules. It runs
 * again when a source file changes.
 */
export const serverBuild = {
  isReady: () => isBuildStampCurrent(STAMP, sources()),
  async make(node) {
    await runWithProgressLabel('Building the server', () => buildWithStamp(STAMP, sources(), () => build(node)))
  },
}

function sources() {
  return hashBuildInputs(['backend', 'server', 'contract', 'supabase/functions'])
}

async function build(node) {
  const { code, output } = await runProgramQuietly(node, [VITE, 'build'], {
    cwd: SERVER,
    env: createProgramEnvironment(node),
  })
  if (code !== 0) throw createProgramError('The server could not be built', output)
}
