import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { programEnvironment } from './child.mjs'
import { ROOT } from './places.mjs'
import { step } from './progress.mjs'
import { runQuietly } from './quiet-program.mjs'
import { refusalFrom } from './refusal.mjs'
import { buildWithStamp, isBuiltFrom } from './stamp.mjs'

const PROGRAM = 'backend/src/database/prepare-database.ts'
const FOLDER = 'website/dist/database'
const STAMP = join(ROOT, FOLDER, 'built-from.txt')
const SCRIPTS = ['backend/src/database/platform', 'supabase/migrations']
const MAKERS = ['cluster-thread.ts', 'prepared.ts', 'hash-keys.ts'].map((name) => join('backend/src/database', name))

/** The database that a first start copies. It is made anew when the scripts or the packages that it was made from are others. */
export const database = {
  isReady: () => isBuiltFrom(STAMP, fingerprint()),
  async make(node) {
    await step('Preparing the database', () => buildWithStamp(STAMP, fingerprint(), () => prepare(node)))
  },
}

async function prepare(node) {
  const { code, output } = await runQuietly(node, [PROGRAM, FOLDER], { cwd: ROOT, env: programEnvironment(node) })
  if (code !== 0) throw refusalFrom('The database could not be prepared', output)
}

function fingerprint() {
  const hash = createHash('sha256').update(readFileSync(join(ROOT, 'package-lock.json')))
  for (const file of MAKERS) hash.update(readFileSync(join(ROOT, file)))
  for (const folder of SCRIPTS) {
    for (const name of readdirSync(join(ROOT, folder)).sort()) {
      if (name.endsWith('.sql')) hash.update(`\0${name}\0`).update(readFileSync(join(ROOT, folder, name)))
    }
  }
  return hash.digest('hex')
}
