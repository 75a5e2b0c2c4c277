import { relative, resolve } from 'node:path'
import { ConfigError, type ServerConfig } from '@site/backend/config'
import {
  type BucketVariables,
  type PlaceSettings,
  PlaceSettingsError,
  parsePlace,
} from '@site/contract/shipping/open-place'

/** Where the embedded database is shipped, and for how many days every second can be restored. */
export type ShippingSettings = { place: PlaceSettings; keepDays: number }

/** The environment variables of shipping, after each was validated by itself. */
export type ShippingVariables = BucketVariables & { SHIP_TO: string | undefined; SHIP_KEEP_DAYS: number }

/** Returns the settings of shipping, or null without SHIP_TO. Throws a ConfigError that names the invalid variable. */
export function createShippingSettings(variables: ShippingVariables): ShippingSettings | null {
  const address = variables.SHIP_TO
  if (address === undefined) return null
  try {
    return { place: parsePlace('SHIP_TO', address, variables), keepDays: variables.SHIP_KEEP_DAYS }
  } catch (cause) {
    throw cause instanceof PlaceSettingsError ? new ConfigError(cause.message, { cause }) : cause
  }
}

/** Throws a ConfigError when the database is not embedded, or when the place is inside DATA_DIR or around it. */
export function requireShippable({ place }: ShippingSettings, { databaseUrl, dataDir }: ServerConfig): void {
  if (databaseUrl !== null)
    throw new ConfigError('SHIP_TO ships the embedded database only: unset it, and use WAL archiving of PostgreSQL.')
  if ('folder' in place && (isWithin(place.folder, dataDir) || isWithin(dataDir, place.folder)))
    throw new ConfigError('SHIP_TO must be a folder outside DATA_DIR: a disk that fails would take both.')
}

function isWithin(path: string, folder: string): boolean {
  const way = relative(resolve(folder), resolve(path))
  return way === '' || !/^(?:\.\.(?:[/\\]|$)|[A-Za-z]:)/.test(way)
}
