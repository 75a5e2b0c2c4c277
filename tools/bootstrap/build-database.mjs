import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { programEnvironment } from './child.mjs'
import { ROOT, SETUP } from './places.mjs'
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
    await step('Preparing the database', () => buildWithStamp(STAMP, fingerprint(), () => prepare(node, [FOLDER])))
  },
}

/**
 * The same for a start that nothing was built for: made while the packages are built and put right where the server keeps it, so that
 * it is not on the disk twice.
 */
export const databaseOfStart = {
  isReady: () => !needsDatabase(process.env) || database.isReady(),
  async make(node) {
    const folder = join(SETUP, 'database')
    try {
      await step('Preparing the database', () => prepare(node, [folder, dataFolder(process.env)]))
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

/**
 * Whether the server that starts with these settings keeps its rows in a folder that has nothing yet. One that has something is the
 * server's affair: its database may be arriving by a move or a restore.
 */
export function needsDatabase(env) {
  if (env.DATABASE_URL?.trim()) return false
  const folder = dataFolder(env)
  return !existsSync(folder) || readdirSync(folder).length === 0
}

/** As the server reads it (backend/src/config.ts). */
function dataFolder(env) {
  return resolve(env.DATA_DIR?.trim() || 'data')
}

async function prepare(node, folders) {
  // The engine's code as first compiled: making it faster takes longer than the few seconds that it runs here.
  const program = ['--liftoff-only', PROGRAM, ...folders]
  const { code, output } = await runQuietly(node, program, { cwd: ROOT, env: programEnvironment(node) })
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
