import { createReadStream } from 'node:fs'
import { Readable, Transform } from 'node:stream'
import { type Release, releaseSchema } from '@site/contract/release'
import { createClient } from '@supabase/supabase-js'
import * as v from 'valibot'
import { Failure } from '../failures.ts'
import { failureOf, type Site } from '../site.ts'
import { siteFetch } from '../site-fetch.ts'

/** The place of the downloads. */
export type Bucket = {
  /** Sends a file, over the one there. */
  upload(name: string, path: string, advance: (bytes: number) => void): Promise<void>
  /** Writes a version.json, over the one there. */
  writeRelease(name: string, release: Release): Promise<void>
  /** Reads a version.json; null when there is none, or none that can be understood. */
  readRelease(name: string): Promise<Release | null>
  /** Deletes files; one that is not there is passed over. */
  remove(names: readonly string[]): Promise<void>
  /** Gives a file a second name, over the one there. */
  copy(from: string, to: string): Promise<void>
  /** What lies right in a folder. `created_at` is null for a folder. */
  list(folder: string): Promise<{ name: string; created_at: string | null }[]>
  /** How a visitor sees it: its length and tag, or null when it is not there. */
  look(name: string): Promise<{ size: number; etag: string } | null>
  addressOf(name: string): string
}

const PAGE = 1000

/** Opens the bucket of that name. */
export function openBucket(site: Site, bucket: string): Bucket {
  const files = site.client.storage.from(bucket)
  // The library has no option for a copy that takes another's place; the service has this header.
  const replacing = createClient(site.url, site.key, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { headers: { 'x-upsert': 'true' }, fetch: siteFetch },
  }).storage.from(bucket)
  const failed = (error: { message: string }) => failureOf(site, error)

  return {
    async upload(name, path, advance) {
      const counted = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          advance(chunk.length)
          done(null, chunk)
        },
      })
      const body = Readable.toWeb(createReadStream(path, { highWaterMark: 1 << 20 }).pipe(counted))
      const options = { upsert: true, contentType: 'application/octet-stream', cacheControl: '300', duplex: 'half' }
      const { error } = await files.upload(name, body as ReadableStream<Uint8Array>, options)
      if (error) throw failed(error)
    },
    async writeRelease(name, release) {
      const text = `${JSON.stringify(release, null, 2)}\n`
      const options = { upsert: true, contentType: 'application/json', cacheControl: '0' }
      const { error } = await files.upload(name, text, options)
      if (error) throw failed(error)
    },
    async readRelease(name) {
      const { data, error } = await files.download(name, {}, { cache: 'no-store' })
      if (error) {
        if (isMissing(error)) return null
        throw failed(error)
      }
      const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), releaseSchema), await data.text())
      return parsed.success ? parsed.output : null
    },
    async remove(names) {
      const { error } = await files.remove([...names])
      if (error) throw failed(error)
    },
    async copy(from, to) {
      const { error } = await replacing.copy(from, to)
      if (error) throw failed(error)
    },
    async list(folder) {
      const found: { name: string; created_at: string | null }[] = []
      for (let offset = 0; ; offset += PAGE) {
        const { data, error } = await files.list(folder, { limit: PAGE, offset })
        if (error) throw failed(error)
        found.push(...data.map(({ name, created_at }) => ({ name, created_at })))
        if (data.length < PAGE) return found
      }
    },
    async look(name) {
      const answer = await fetch(files.getPublicUrl(name).data.publicUrl, { method: 'HEAD', cache: 'no-store' })
      await answer.body?.cancel()
      if (!answer.ok) return null
      return { size: Number(answer.headers.get('content-length')), etag: answer.headers.get('etag') ?? '' }
    },
    addressOf: (name) => files.getPublicUrl(name).data.publicUrl,
  }
}

/** What a file must look like to a visitor. Refuses when it does not: then nothing may point to it. */
export async function requireStored(bucket: Bucket, name: string, size: number, sha256: string): Promise<void> {
  const seen = await bucket.look(name)
  const tag = /^"([0-9a-f]{64})"$/.exec(seen?.etag ?? '')?.[1]
  // Our own server's tag is the SHA-256 of what it stored; Supabase's is another, there the length has to do.
  if (seen?.size === size && (tag === undefined || tag === sha256)) return
  throw new Failure('bad_release', `${name} did not arrive as it was sent.`, {
    hint: 'Visitors still get the release they had. Publish again.',
  })
}

function isMissing(error: { message: string }): boolean {
  const { status, statusCode } = error as { status?: unknown; statusCode?: unknown }
  return [status, statusCode].some((code) => String(code) === '404') || /not.?found/i.test(error.message)
}
