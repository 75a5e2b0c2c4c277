import type { FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import * as v from 'valibot'
import { MoveRefusedError } from '../refused.ts'

/** The API address of a Supabase project and its secret key. The key is sent only to this address and never logged. */
export type SupabaseProjectAccess = { url: string; secret_key: string }

/** The settings of a storage bucket: visibility, size limit and allowed MIME types. */
export type BucketSettings = {
  id: string
  public: boolean
  file_size_limit: number | null
  allowed_mime_types: readonly string[] | null
}

/** The bucket, name and metadata of a file to upload. */
export type FileToUpload = {
  bucket_id: string
  name: string
  mimetype: string
  cacheControl: string
  userMetadata: Record<string, unknown> | null
}

/**
 * The requests to a Supabase project's storage service that a move into the project needs. Each rejects with MoveRefusedError when the
 * service rejects the request or cannot be reached.
 */
export type SupabaseStorageApi = {
  buckets(): Promise<{ id: string; created_at: string }[]>
  putBucket(bucket: BucketSettings, isNew: boolean): Promise<void>
  upload(file: FileToUpload, content: FileHandle, size: number): Promise<void>
  /** Downloads a file and returns its bytes, or null when it does not exist. */
  download(bucket: string, name: string): Promise<AsyncIterable<Uint8Array> | null>
  remove(bucket: string, names: readonly string[]): Promise<void>
}

const bucketList = v.array(v.object({ id: v.string(), created_at: v.string() }))
const refusal = v.object({ message: v.string(), statusCode: v.optional(v.string()) })
const SAID_MAX = 300

/**
 * Creates a client for the storage service at `url`/storage/v1 that authenticates with the project's secret key. `signal` aborts its
 * requests.
 */
export function createSupabaseStorageApi(
  { url, secret_key }: SupabaseProjectAccess,
  signal: AbortSignal,
): SupabaseStorageApi {
  const base = `${url.replace(/\/+$/, '')}/storage/v1`
  const headers = { apikey: secret_key, authorization: `Bearer ${secret_key}` }

  async function call(path: string, init: RequestInit & { duplex?: 'half' } = {}): Promise<Response> {
    const answer = await fetch(base + path, {
      ...init,
      headers: { ...headers, ...init.headers },
      redirect: 'error', // a redirect could send the secret key to another host
      signal,
    }).catch((cause: unknown) => {
      signal.throwIfAborted()
      throw new MoveRefusedError(`The storage at ${base} cannot be reached (${codeOf(cause)}). Run the move again.`, {
        cause,
      })
    })
    return answer
  }

  async function change(path: string, init: RequestInit & { duplex?: 'half' }): Promise<void> {
    const answer = await call(path, init)
    if (!answer.ok) throw refused(base, path, answer, await readRefusal(answer))
    await answer.body?.cancel()
  }

  const json = (method: string, body: unknown) => ({
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return {
    async buckets() {
      const path = '/bucket?limit=1000'
      const answer = await call(path)
      if (!answer.ok) throw refused(base, path, answer, await readRefusal(answer))
      const found = v.safeParse(bucketList, await answer.json().catch(() => null))
      if (!found.success)
        throw new MoveRefusedError(`${base} does not answer as the storage of a Supabase project does.`)
      return found.output
    },
    putBucket({ id, ...rules }, isNew) {
      return isNew
        ? change('/bucket', json('POST', { id, name: id, ...rules }))
        : change(`/bucket/${encodeURIComponent(id)}`, json('PUT', rules))
    },
    upload({ bucket_id, name, mimetype, cacheControl, userMetadata }, content, size) {
      return change(objectPath(bucket_id, name), {
        method: 'POST',
        headers: {
          'content-type': mimetype,
          'content-length': String(size),
          'cache-control': cacheControl,
          'x-upsert': 'true',
          ...(userMetadata === null
            ? {}
            : { 'x-metadata': Buffer.from(JSON.stringify(userMetadata)).toString('base64') }),
        },
        // The cast is needed because the type declarations of Node.js and of browsers describe the same stream differently.
        body: Readable.toWeb(
          content.createReadStream({ autoClose: false, start: 0, highWaterMark: 1 << 20 }),
        ) as ReadableStream<Uint8Array>,
        duplex: 'half',
      })
    },
    async download(bucket, name) {
      const path = objectPath(bucket, name)
      const answer = await call(path)
      if (answer.ok && answer.body !== null) return answer.body
      const said = await readRefusal(answer)
      // The storage service responds 400 for a missing file and puts the actual status, 404, into the body.
      if (answer.status === 404 || said?.statusCode === '404') return null
      throw refused(base, path, answer, said)
    },
    remove: (bucket, names) => change(`/object/${encodeURIComponent(bucket)}`, json('DELETE', { prefixes: names })),
  }
}

function objectPath(bucket: string, name: string): string {
  return `/object/${[bucket, ...name.split('/')].map(encodeURIComponent).join('/')}`
}

type Said = v.InferOutput<typeof refusal> | null

async function readRefusal(answer: Response): Promise<Said> {
  const said = v.safeParse(refusal, await answer.json().catch(() => null))
  return said.success ? said.output : null
}

function refused(base: string, path: string, { status }: Response, said: Said): MoveRefusedError {
  const reason = said === null ? `status ${status}` : said.message.slice(0, SAID_MAX).replace(/\.$/, '')
  return new MoveRefusedError(`The storage refused ${base}${decodeURIComponent(path)}: ${reason}.`)
}

function codeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : null
  return cause instanceof Error && 'code' in cause ? String(cause.code) : 'no answer'
}
