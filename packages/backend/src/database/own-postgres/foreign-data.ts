import { constants, existsSync, readFileSync, statSync } from 'node:fs'
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError } from '../../config.ts'
import { CLUSTER_FOLDER_NAME, POSTGRES_FOLDER_NAME } from './home.ts'
import { findUnprivilegedAccount } from './runner.ts'

/** The major version of PostgreSQL that the server runs. Another major version can't read its data folder. */
const MAJOR_VERSION = '18'

/**
 * Throws a ConfigError when a data folder belongs to another user, or contains a database that this version of the server can't read.
 * Changes nothing.
 */
export async function refuseForeignData(dataDir: string): Promise<void> {
  const reason = (await describeOwner(dataDir)) ?? describeVersion(dataDir)
  if (reason !== null) throw new ConfigError(`DATA_DIR: ${reason}; name another folder. Nothing was changed.`)
}

function describeVersion(dataDir: string): string | null {
  const older = join(dataDir, 'database')
  if (existsSync(join(older, 'PG_VERSION'))) {
    return `${older} holds a database of an older version of this server, which this version can't read`
  }
  const cluster = join(dataDir, POSTGRES_FOLDER_NAME, CLUSTER_FOLDER_NAME)
  const file = join(cluster, 'PG_VERSION')
  const major = existsSync(file) ? readFileSync(file, 'utf8').trim() : MAJOR_VERSION
  if (major === MAJOR_VERSION) return null
  return `${cluster} holds a database of PostgreSQL ${major}, and this server runs ${MAJOR_VERSION}`
}

/** Files that the server creates in the folder of another user would be of no use to that user. */
async function describeOwner(dataDir: string): Promise<string | null> {
  const user = process.getuid?.()
  if (user === undefined) return null
  const owners = user === 0 ? [0, findUnprivilegedAccount().uid] : [user]
  const home = join(dataDir, POSTGRES_FOLDER_NAME)
  const isWritable = await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  )
  // An ordinary user may use a `DATA_DIR` of another user who lets a group write there; root could write everywhere.
  for (const folder of user !== 0 && isWritable ? [home] : [dataDir, home]) {
    const owner = statSync(folder, { throwIfNoEntry: false })?.uid
    if (owner !== undefined && !owners.includes(owner)) {
      return `${folder} belongs to the user with the id ${owner}, and the server was started by ${user}`
    }
  }
  return null
}
