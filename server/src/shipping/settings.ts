import { accessSync, constants, statSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { ConfigError, type ServerConfig } from '@site/backend/config'
import {
  type BucketVariables,
  parseShipKey,
  parseStoreAddress,
  type StoreSettings,
  StoreSettingsError,
} from '@site/contract/shipping/open-store'

/** Where the server's own PostgreSQL is shipped, the key that protects it there, and for how many days every second can be restored. */
export type ShippingSettings = { store: StoreSettings; key: string; keepDays: number }

/** The environment variables of shipping, after each was validated by itself. */
export type ShippingVariables = BucketVariables & {
  SHIP_TO: string | undefined
  SHIP_KEY: string | undefined
  SHIP_KEEP_DAYS: number
}

/** Returns the settings of shipping, or null without SHIP_TO. Throws a ConfigError that names the invalid variable. */
export function createShippingSettings(variables: ShippingVariables): ShippingSettings | null {
  const address = variables.SHIP_TO
  try {
    if (address === undefined) {
      if (variables.SHIP_KEY !== undefined) parseShipKey(variables.SHIP_KEY)
      return null
    }
    const store = parseStoreAddress('SHIP_TO', address, variables)
    return { store, key: parseShipKey(variables.SHIP_KEY), keepDays: variables.SHIP_KEEP_DAYS }
  } catch (cause) {
    throw cause instanceof StoreSettingsError ? new ConfigError(cause.message, { cause }) : cause
  }
}

/**
 * Throws a ConfigError when another PostgreSQL server has the database, or when the store is inside DATA_DIR or around it, or a folder that does not exist
 * or cannot be written. A missing folder is not created: it may be the mount point of a disk that is not mounted.
 */
export function requireShippable(
  { store }: Pick<ShippingSettings, 'store'>,
  { databaseUrl, dataDir }: ServerConfig,
): void {
  if (databaseUrl !== null)
    throw new ConfigError('SHIP_TO ships only the PostgreSQL of this server: unset it, and use WAL archiving of yours.')
  if ('folder' in store && (isWithin(store.folder, dataDir) || isWithin(dataDir, store.folder)))
    throw new ConfigError('SHIP_TO must be a folder outside DATA_DIR: a disk that fails would take both.')
  if ('folder' in store && !isWritableFolder(store.folder))
    throw new ConfigError('SHIP_TO must be a folder that exists and that the server can write.')
}

function isWritableFolder(path: string): boolean {
  try {
    accessSync(path, constants.W_OK | constants.X_OK)
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}

function isWithin(path: string, folder: string): boolean {
  const way = relative(resolve(folder), resolve(path))
  return way === '' || !/^(?:\.\.(?:[/\\]|$)|[A-Za-z]:)/.test(way)
}
