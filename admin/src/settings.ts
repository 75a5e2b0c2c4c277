import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { CommandFailure } from './failures.ts'

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
 * Returns the URL of the backend: SUPABASE_URL, otherwise SITE_URL, otherwise localhost. Throws a CommandFailure when it is not an http(s)
 * URL.
 */
export function resolveBackendUrl(env: EnvironmentVariables): string {
  const variable = ADDRESS_VARIABLES.find((name) => set(env, name) !== undefined)
  const given = variable === undefined ? `http://localhost:${set(env, 'PORT') ?? '3000'}` : (set(env, variable) ?? '')
  const url = URL.parse(given)
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new CommandFailure('bad_address', `${variable ?? 'PORT'}: "${given}" is not an http or https address.`)
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
    return readFileSync(file, 'utf8').trim()
  } catch (cause) {
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
