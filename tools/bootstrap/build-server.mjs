import { join } from 'node:path'
import { programEnvironment } from './child.mjs'
import { fingerprint } from './fingerprint.mjs'
import { ROOT } from './paths.mjs'
import { step } from './progress.mjs'
import { runQuietly } from './quiet-program.mjs'
import { refusalFrom } from './refusal.mjs'
import { buildWithStamp, isBuiltFrom } from './stamp.mjs'

const SERVER = join(ROOT, 'server')
const STAMP = join(SERVER, 'dist/built-from.txt')
const VITE = join(ROOT, 'node_modules/vite/bin/vite.js')

/**
 * A build step: bundles the server into a few files in `server/dist`, which load faster than the server's thousand modules. It runs
 * again when a source file changes.
 */
export const server = {
  isReady: () => isBuiltFrom(STAMP, sources()),
  async make(node) {
    await step('Building the server', () => buildWithStamp(STAMP, sources(), () => build(node)))
  },
}

function sources() {
  return fingerprint(['backend', 'server', 'contract', 'supabase/functions'])
}

async function build(node) {
  const { code, output } = await runQuietly(node, [VITE, 'build'], { cwd: SERVER, env: programEnvironment(node) })
  if (code !== 0) throw refusalFrom('The server could not be built', output)
}
