import { setTimeout as pause } from 'node:timers/promises'
import { ConfigError } from '../../config.ts'
import { lockDataFolder } from '../folder-lock.ts'
import type { PostgresReporter, PostgresSettingValues } from '../port/database.ts'
import { chooseAddress } from './address.ts'
import { findBinaries } from './binaries.ts'
import { prepareCluster } from './cluster.ts'
import { endLeftBehind } from './end-postgres.ts'
import { refuseForeignData } from './foreign-data.ts'
import { prepareHome } from './home.ts'
import { keepRunning } from './keep-running.ts'
import { spawnPostgres } from './postgres-process.ts'
import { OWN_SETTINGS } from './settings.ts'

const SYSTEM_FOLDER = '/var/lib/supabase-folder-server'
const START_ATTEMPTS = 20
const ATTEMPT_PAUSE_MS = 250
/** Errors of a start that may succeed a moment later: another program took the port, or the previous PostgreSQL is still ending. */
const TEMPORARY = /could not create any TCP\/IP sockets|still in use/

/** `platform` and `systemFolder` are set in tests only. */
export type OwnPostgresOptions = {
  dataDir: string
  /** Override the server's own settings. */
  settings?: PostgresSettingValues | undefined
  /** Default: prints to standard error. */
  report?: PostgresReporter | undefined
  platform?: string
  systemFolder?: string
}

/** A PostgreSQL that runs as a child process of the server. */
export type OwnPostgres = {
  /** The connection string of its only database, as the superuser `postgres`. It stays valid when PostgreSQL is started again. */
  url: string
  /** PostgreSQL's data folder (`PGDATA`). */
  folder: string
  /** Ends PostgreSQL, and releases the data folder. */
  stop(): Promise<void>
}

/**
 * Starts a PostgreSQL in `dataDir`, whose data folder is created at the first start, and resolves when it accepts connections. When it ends
 * unexpectedly, it is started again, with back-off. Throws a ConfigError, before anything is changed, when the folder belongs to another
 * user, holds data of another version, is in use, or when there is no PostgreSQL for the platform; also when PostgreSQL does not start.
 */
export async function startOwnPostgres(options: OwnPostgresOptions): Promise<OwnPostgres> {
  const { dataDir, systemFolder = SYSTEM_FOLDER, report = print } = options
  const installed = findBinaries(options.platform)
  await refuseForeignData(dataDir)
  const unlock = await lockDataFolder(dataDir)
  try {
    const home = await prepareHome(installed, { dataDir, systemFolder, report })
    await endLeftBehind(home)
    await prepareCluster(home)
    for (let attempt = 1; ; attempt += 1) {
      const address = chooseAddress(home)
      const settings = { ...OWN_SETTINGS, ...options.settings, ...address.settings }
      const spawn = () => spawnPostgres(home, settings, report)
      const first = spawn()
      const failure = await first.failure
      if (failure === null) {
        const stop = keepRunning(first, spawn, report)
        return { url: address.url, folder: home.cluster, stop: () => stop().finally(unlock) }
      }
      if (attempt === START_ATTEMPTS || !TEMPORARY.test(failure)) {
        throw new ConfigError(`DATA_DIR: PostgreSQL does not start in ${home.cluster}: ${failure}.`)
      }
      await pause(ATTEMPT_PAUSE_MS)
    }
  } catch (error) {
    unlock()
    throw error
  }
}

function print(_event: string, text: string): void {
  process.stderr.write(`${text}\n`)
}
