import { findPendingMigrations } from '@site/backend/database/migrations/compare-migrations'
import type { SqlScriptSession } from '@site/backend/database/port/database'
import { fetchWithSecret, UnsafeRequestError } from '@site/contract/fetch-with-secret'
import type { MoveRequest } from '@site/contract/move'
import { StorageClient } from '@supabase/storage-js'
import { SITE_MIGRATIONS } from '../../migrations.ts'
import { MoveRefusedError } from '../refused.ts'
import type { MoveTarget } from '../target.ts'

/**
 * Creates a client for the storage service of the Supabase project that has the database `name`. It authenticates with the project's secret
 * key, which is sent only to the given address and never logged. `signal` aborts its requests. Throws MoveRefusedError without `access`.
 */
export function openProjectStorage(name: string, access: MoveRequest['supabase'], signal: AbortSignal): StorageClient {
  if (access === null) {
    throw new MoveRefusedError(
      `${name} is a project on Supabase, whose files go through its API: set TARGET_SUPABASE_URL and TARGET_SUPABASE_SECRET_KEY.`,
    )
  }
  const { url, secret_key } = access
  const headers = { apikey: secret_key, authorization: `Bearer ${secret_key}` }
  return new StorageClient(`${url.replace(/\/+$/, '')}/storage/v1`, headers, (input, init) =>
    fetchWithSecret(input, { ...init, signal }),
  )
}

/**
 * Throws MoveRefusedError when a Supabase project lacks migrations, or when files and rows would be moved to different projects: the storage
 * service must know the buckets of the database.
 */
export async function refuseUnusableProject(
  into: SqlScriptSession,
  { database, name }: MoveTarget,
  storage: StorageClient,
): Promise<void> {
  const pending = await findPendingMigrations(database, SITE_MIGRATIONS)
  if (pending[0] !== undefined) {
    throw new MoveRefusedError(
      `${name} lacks ${pending.length} of our migrations, from ${pending[0].split('_')[0]} on: npm run prepare-supabase, then supabase db push (docs/deploy.md).`,
    )
  }
  const buckets = await requireData('the list of buckets', storage.listBuckets())
  const known = new Map(buckets?.map(({ id, created_at }) => [id, Date.parse(created_at)]))
  const rows = await into.query(
    'select id, floor(extract(epoch from created_at) * 1000)::float8 as made from storage.buckets',
  )
  if (rows.every(({ id, made }) => known.get(String(id)) === made)) return
  throw new MoveRefusedError(
    `TARGET_SUPABASE_URL with its key leads to other buckets than those of ${name}: use the address and the secret key of the same project.`,
  )
}

/** Returns the data of a response of the storage service. Throws MoveRefusedError when it rejected the request or cannot be reached. */
export async function requireData<T>(
  what: string,
  response: PromiseLike<{ data: T; error: Error | null }>,
): Promise<T> {
  const { data, error } = await response
  if (error === null) return data
  const cause = 'originalError' in error ? error.originalError : null
  const reason = cause === null ? `refused ${what} (${error.message})` : `cannot be reached (${codeOf(cause)})`
  throw new MoveRefusedError(`The storage of the project ${reason}. Run the move again.`, { cause: error })
}

function codeOf(error: unknown): string {
  if (error instanceof UnsafeRequestError) return `it ${error.message}`
  const cause = error instanceof Error ? error.cause : null
  return cause instanceof Error && 'code' in cause ? String(cause.code) : 'no answer'
}
