import { createHash } from 'node:crypto'
import { existsSync, lstatSync, mkdirSync, readdirSync, realpathSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from '../../config.ts'
import type { PostgresReporter } from '../port/database.ts'
import { copyBinaries, createPlatformError, findProgram, type PostgresBinaries, prepareBinaries } from './binaries.ts'
import { findUnprivilegedAccount, giveToRunner, type PostgresRunner, runProgram } from './runner.ts'

/** The folder in `DATA_DIR` that contains all files of PostgreSQL, or a symlink to such a folder below `systemFolder`. */
export const POSTGRES_FOLDER_NAME = 'postgres'
/** PostgreSQL's data folder (`PGDATA`), in the folder `POSTGRES_FOLDER_NAME`. */
export const CLUSTER_FOLDER_NAME = 'cluster'

/**
 * The folder with all files of PostgreSQL, as an absolute path without symlinks, the data folder in it, PostgreSQL's programs, and how they
 * are started.
 */
export type PostgresHome = { folder: string; cluster: string; runner: PostgresRunner; binaries: PostgresBinaries }

/** `systemFolder` is used when no unprivileged user can access `dataDir`. */
export type HomeOptions = { dataDir: string; systemFolder: string; report: PostgresReporter }

/**
 * Creates the folder for PostgreSQL's files if needed, and finds a user that can run PostgreSQL there. Throws a ConfigError when there is
 * none.
 */
export async function prepareHome(installed: PostgresBinaries, options: HomeOptions): Promise<PostgresHome> {
  const link = join(options.dataDir, POSTGRES_FOLDER_NAME)
  mkdirSync(link, { recursive: true, mode: 0o700 })
  const folder = realpathSync(link)
  const isElsewhere = lstatSync(link).isSymbolicLink()
  const binaries = await (isElsewhere ? copyBinaries : prepareBinaries)(installed, folder)
  const cluster = join(folder, CLUSTER_FOLDER_NAME)
  const home = { folder, cluster, runner: { prefix: [] }, binaries }
  const runner = process.getuid?.() === 0 ? await findRootsRunner(home) : (await canRun(home)) ? home.runner : null
  if (runner !== null) return { ...home, runner }
  if (!(await canRun(home))) throw createPlatformError(`${process.platform}-${process.arch} (with glibc)`)
  if (isElsewhere || existsSync(cluster)) {
    const sentence = `DATA_DIR: PostgreSQL can't run as root in ${folder}; start the server as an ordinary user, or set DATABASE_URL.`
    throw new ConfigError(sentence)
  }
  moveElsewhere(link, options)
  return prepareHome(installed, options)
}

/**
 * PostgreSQL refuses to run as root. Its programs therefore run in a user namespace that maps root to another user id, where their files
 * belong to root, or as an unprivileged user if it can reach the folder, which is then given to that user. Returns null when neither is
 * possible.
 */
async function findRootsRunner(home: PostgresHome): Promise<PostgresRunner | null> {
  const { folder } = home
  const account = findUnprivilegedAccount()
  const namespace = { prefix: ['unshare', '--user', `--map-user=${account.uid}`, '--'] }
  const unprivileged = { prefix: [], ...account }
  const { uid, gid } = statSync(folder)
  // A database that belongs to the unprivileged user stays its own.
  for (const runner of uid === account.uid ? [unprivileged, namespace] : [namespace, unprivileged]) {
    giveToRunner(folder, runner)
    if (!(await canRun({ ...home, runner }))) continue
    const isNewOwner = statSync(folder).uid !== uid
    const content = isNewOwner ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : []
    for (const path of content) giveToRunner(join(folder, path), runner)
    return runner
  }
  giveToRunner(folder, { prefix: [], uid, gid })
  return null
}

/** Replaces the folder in `DATA_DIR` with a symlink to a folder below `systemFolder`. */
function moveElsewhere(link: string, { dataDir, systemFolder, report }: HomeOptions): void {
  // The hash keeps the data folders of several clones apart.
  const name = createHash('sha256').update(realpathSync(dataDir)).digest('hex').slice(0, 16)
  const elsewhere = join(systemFolder, name)
  mkdirSync(elsewhere, { recursive: true, mode: 0o755 })
  rmSync(link, { recursive: true })
  symlinkSync(elsewhere, link)
  const text = `PostgreSQL can't run as root, and no other user can reach ${dataDir}: the database is kept in ${elsewhere}.`
  report('postgres_elsewhere', text)
}

/** Returns whether PostgreSQL can be run so that it can write into its folder. */
async function canRun({ folder, runner, binaries }: PostgresHome): Promise<boolean> {
  if (process.platform === 'win32') return true
  const test = 'test -w "$1" && test -x "$1" && exec "$2" --version'
  const args = ['-c', test, 'sh', folder, findProgram(binaries, 'postgres')]
  return (await runProgram(runner, '/bin/sh', args)) === null
}
