import { randomBytes, randomUUID } from 'node:crypto'
import { chmodSync, existsSync, globSync, renameSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError } from '../../config.ts'
import { fsyncPath } from '../fsync-path.ts'
import { findProgram } from './binaries.ts'
import type { PostgresHome } from './home.ts'
import { giveToRunner, runProgram } from './runner.ts'

const PARTIAL_PREFIX = 'partial-'
/** The file in PostgreSQL's folder with the password of the user `postgres`, which connections over TCP need. */
export const PASSWORD_FILE_NAME = 'password'

/**
 * Creates PostgreSQL's data folder with initdb if it does not exist. initdb writes to a folder with a temporary name,
 * which is renamed when it is complete, and deleted by the next start after an interruption. Throws a ConfigError when initdb fails.
 */
export async function prepareCluster(home: PostgresHome): Promise<void> {
  const { folder, cluster } = home
  if (existsSync(cluster)) {
    // PostgreSQL refuses a folder that other users may read, for example after it was copied.
    chmodSync(cluster, 0o700)
    return
  }
  for (const name of globSync(`${PARTIAL_PREFIX}*`, { cwd: folder })) {
    await rm(join(folder, name), { recursive: true, force: true, maxRetries: 5 }) // an initdb may still be ending
  }
  const partial = join(folder, `${PARTIAL_PREFIX}${randomUUID()}`)
  await runInitdb(home, partial)
  renameSync(partial, cluster)
  await fsyncPath(folder)
}

/** Runs initdb, which deletes its files when it fails. */
async function runInitdb({ folder, runner, binaries }: PostgresHome, target: string): Promise<void> {
  const passwordFile = join(folder, PASSWORD_FILE_NAME)
  writeFileSync(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 })
  giveToRunner(passwordFile, runner)
  await fsyncPath(passwordFile)
  const reason = await runProgram(runner, findProgram(binaries, 'initdb'), [
    `--pgdata=${target}`,
    '--username=postgres',
    `--pwfile=${passwordFile}`,
    '--encoding=UTF8',
    // PostgreSQL's own locale: independent of the operating system, sorts by code point, and has Unicode upper and lower case.
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--data-checksums',
    '--auth-local=trust', // the socket is in a folder that only its owner can enter
    '--auth-host=scram-sha-256',
    '--no-instructions',
  ])
  if (reason !== null) throw new ConfigError(`DATA_DIR: PostgreSQL can't create a database in ${folder}: ${reason}.`)
}
