import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { programEnvironment } from './child.mjs'
import { fingerprint } from './fingerprint.mjs'
import { ROOT } from './places.mjs'
import { step } from './progress.mjs'
import { runQuietly } from './quiet-program.mjs'
import { refusalFrom } from './refusal.mjs'

const SERVER = join(ROOT, 'backend')
const STAMP = join(SERVER, 'dist/built-from.txt')
const VITE = join(ROOT, 'node_modules/vite/bin/vite.js')

/** Puts the server's thousand modules into a few files, unless those in `backend/dist` were made from these very sources. */
export async function buildServer(node) {
  const sources = fingerprint(['backend', 'contract', 'supabase/functions'])
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === sources) return
  await step('Building the server', async () => {
    const { code, output } = await runQuietly(node, [VITE, 'build'], { cwd: SERVER, env: programEnvironment(node) })
    if (code !== 0) throw refusalFrom('The server could not be built', output)
  })
  writeFileSync(STAMP, sources)
}
