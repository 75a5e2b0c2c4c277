import { join, resolve } from 'node:path'
import { isEncryptedOrLoopback } from '@site/contract/fetch-with-secret'
import { CommandFailure } from './failures.ts'
import { readTextFile } from './read-text-file.ts'

/** The environment variables of the process. */
export type EnvironmentVariables = Readonly<Record<string, string | undefined>>

const ADDRESS_VARIABLES = ['SUPABASE_URL', 'SITE_URL'] as const

/** Returns the path of DATA_DIR (default ./data), which exists only on the machine on which the server runs. */
export function resolveDataFolder(env: EnvironmentVariables): string {
  return resolve(set(env, 'DATA_DIR') ?? './data')
}

/** Returns the folder of the backups and of the list of erased people: the value of the option, or ./backups by default. */
export function resolveBackupFolder(option: string | undefined): string {
  return resolve(option ?? './backups')
}

/**
 * Returns the URL of the backend: SUPABASE_URL, otherwise SITE_URL, otherwise localhost. Throws a CommandFailure when it is neither an https
 * URL nor an http URL of this machine.
 */
export function resolveBackendUrl(env: EnvironmentVariables): string {
  const variable = ADDRESS_VARIABLES.find((name) => set(env, name) !== undefined)
  const given = variable === undefined ? `http://localhost:${set(env, 'PORT') ?? '3000'}` : (set(env, variable) ?? '')
  const url = URL.parse(given)
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new CommandFailure('bad_address', `${variable ?? 'PORT'}: "${given}" is not an http or https address.`)
  }
  if (!isEncryptedOrLoopback(url)) {
    throw new CommandFailure(
      'bad_address',
      `${variable}: ${url.origin} is not encrypted, so the operators’ key is not sent.`,
      {
        hint: `Set SUPABASE_URL=https://${url.hostname}, or run this on the machine of the server with SUPABASE_URL=http://localhost:3000`,
      },
    )
  }
  return url.href.replace(/\/+$/, '')
}

/**
 * Returns the secret key: SUPABASE_SECRET_KEY, otherwise the content of the file `secret-key` in DATA_DIR. Throws a CommandFailure when
 * neither is available.
 */
export function loadSecretKey(env: EnvironmentVariables): string {
  const given = set(env, 'SUPABASE_SECRET_KEY')
  if (given !== undefined) return given
  const file = join(resolveDataFolder(env), 'secret-key')
  try {
    return readTextFile(file).trim()
  } catch (cause) {
    if (cause instanceof CommandFailure && cause.cause === undefined) throw cause // it was read, but is in another encoding
    throw new CommandFailure(
      'no_key',
      `No operators’ key found: SUPABASE_SECRET_KEY is not set and ${file} cannot be read.`,
      {
        cause,
      },
    )
  }
}

function set(env: EnvironmentVariables, name: string): string | undefined {
  return env[name]?.trim() || undefined
}
