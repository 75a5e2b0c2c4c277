import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Failure } from './failures.ts'

/** The environment as it was given. */
export type Environment = Readonly<Record<string, string | undefined>>

const ADDRESS_VARIABLES = ['SUPABASE_URL', 'SITE_URL'] as const

/** Where the server keeps its data, if it is on this machine. */
export function dataFolder(env: Environment): string {
  return resolve(set(env, 'DATA_DIR') ?? './data')
}

/** Where backups go, and with them the list of who was erased. */
export function backupFolder(option: string | undefined): string {
  return resolve(option ?? './backups')
}

/** The address of the backend: SUPABASE_URL, else SITE_URL, else this machine. Refuses what is no web address. */
export function siteAddress(env: Environment): string {
  const variable = ADDRESS_VARIABLES.find((name) => set(env, name) !== undefined)
  const given = variable === undefined ? `http://localhost:${set(env, 'PORT') ?? '3000'}` : (set(env, variable) ?? '')
  const url = URL.parse(given)
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new Failure('bad_address', `${variable ?? 'PORT'}: "${given}" is not an http or https address.`)
  }
  return url.href.replace(/\/+$/, '')
}

/** The operators' key: SUPABASE_SECRET_KEY, else the one that the server keeps in DATA_DIR. Refuses when there is neither. */
export function secretKey(env: Environment): string {
  const given = set(env, 'SUPABASE_SECRET_KEY')
  if (given !== undefined) return given
  const file = join(dataFolder(env), 'secret-key')
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (cause) {
    throw new Failure(
      'no_key',
      `There is no operators’ key: SUPABASE_SECRET_KEY is not set and ${file} cannot be read.`,
      {
        cause,
      },
    )
  }
}

function set(env: Environment, name: string): string | undefined {
  return env[name]?.trim() || undefined
}
