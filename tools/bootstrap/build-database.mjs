import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createProgramEnvironment } from './child.mjs'
import { ROOT, SETUP_FOLDER } from './paths.mjs'
import { runWithProgressLabel } from './progress.mjs'
import { runProgramQuietly } from './quiet-program.mjs'
import { buildWithStamp, isBuildStampCurrent } from './stamp.mjs'
import { createProgramError } from './user-facing-error.mjs'

const PROGRAM = 'server/src/prepared-database/prepare-database.ts'
const FOLDER = 'website/dist/database'
const STAMP = join(ROOT, FOLDER, 'built-from.txt')
const SCRIPTS = ['backend/src/database/migrations/platform', 'supabase/migrations']
const MAKERS = [
  'backend/src/database/embedded/cluster-thread.ts',
  'server/src/prepared-database/hash-keys.ts',
  'server/src/prepared-database/prepared.ts',
]

/**
 * Build step that creates the prepared database, which a server copies at its first start. It runs again when the SQL scripts, the
 * build scripts or the lockfile change.
 */
export const preparedDatabaseBuild = {
  isReady: () => isBuildStampCurrent(STAMP, fingerprint()),
  async make(node) {
    await runWithProgressLabel('Preparing the database', () =>
      buildWithStamp(STAMP, fingerprint(), () => prepare(node, [FOLDER])),
    )
  },
}

/**
 * Build step that creates the database for the first start of a server when no earlier build has prepared it. It creates the
 * database directly in the server's data folder, concurrently with the other builds, so that the database does not take disk space
 * twice.
 */
export const firstStartDatabaseBuild = {
  isReady: () => !needsPreparedDatabase(process.env) || preparedDatabaseBuild.isReady(),
  async make(node) {
    const folder = join(SETUP_FOLDER, 'database')
    try {
      await runWithProgressLabel('Preparing the database', () => prepare(node, [folder, dataFolder(process.env)]))
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

/**
 * Returns whether a server with these environment variables uses the embedded database and its data folder is missing or empty. A
 * folder with any content is left to the server, because a move or a restore may be writing a database into it.
 */
export function needsPreparedDatabase(env) {
  if (env.DATABASE_URL?.trim()) return false
  const folder = dataFolder(env)
  return !existsSync(folder) || readdirSync(folder).length === 0
}

/** Resolves DATA_DIR in the same way as the server (backend/src/config.ts). */
function dataFolder(env) {
  return resolve(env.DATA_DIR?.trim() || 'data')
}

async function prepare(node, folders) {
  // V8 compiles PGlite's WebAssembly with the baseline compiler (Liftoff) only: optimising takes longer than the few seconds that the
  // WebAssembly runs in this build.
  const program = ['--liftoff-only', PROGRAM, ...folders]
  const { code, output } = await runProgramQuietly(node, program, { cwd: ROOT, env: createProgramEnvironment(node) })
  if (code !== 0) throw createProgramError('The database could not be prepared', output)
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
