import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type InferOutput, parse, strictObject, string } from 'valibot'
import type { TestBackend } from './start-backend.ts'

const bodySchema = strictObject({ statusCode: string(), error: string(), code: string(), message: string() })
/** The body of an error response of the storage service. */
export type StorageErrorBody = InferOutput<typeof bodySchema>

/** Calls the storage service, by default with the secret key. Returns the status and the parsed error body. */
export async function callStorage(
  backend: TestBackend,
  path: string,
  init: RequestInit & { key?: string | null } = {},
): Promise<{ status: number; body: StorageErrorBody }> {
  const { key = backend.secretKey, headers, ...rest } = init
  const keys = key === null ? {} : { apikey: key, authorization: `Bearer ${key}` }
  const answer = await fetch(`${backend.url}/storage/v1${path}`, { ...rest, headers: { ...keys, ...headers } })
  return { status: answer.status, body: parse(bodySchema, await answer.json()) }
}

/** Returns the options of a `fetch` request with a JSON body. */
export function jsonRequestInit(body: unknown, method = 'POST'): RequestInit {
  return { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
}

/** Returns the names of all files in the storage folder on disk. */
export async function listStoredFiles(backend: TestBackend): Promise<string[]> {
  const entries = await readdir(join(backend.dataDir, 'storage'), { recursive: true, withFileTypes: true }).catch(
    () => [],
  )
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
}
