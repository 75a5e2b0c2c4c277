import { createReadStream } from 'node:fs'
import { pipeline, Readable, Transform } from 'node:stream'
import type { DownloadsBucket } from '@site/releases/bucket'
import { releaseSchema } from '@site/releases/release'
import { createClient } from '@supabase/supabase-js'
import * as v from 'valibot'
import { type SiteClient, toCommandFailure } from '../site.ts'
import { fetchFromSite } from '../site-fetch.ts'

const PAGE = 1000

/** Creates a client for the storage bucket. Sends no request. */
export function openDownloadsBucket(site: SiteClient, bucket: string): DownloadsBucket {
  const files = site.client.storage.from(bucket)
  // supabase-js has no option to overwrite the target of a copy. The storage service overwrites it when the request has the header
  // `x-upsert`.
  const replacing = createClient(site.url, site.key, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { headers: { 'x-upsert': 'true' }, fetch: fetchFromSite },
  }).storage.from(bucket)
  const failed = (error: { message: string }) => toCommandFailure(site, error)
  const writeText = async (name: string, text: string, contentType: string) => {
    const { error } = await files.upload(name, text, { upsert: true, contentType, cacheControl: '0' })
    if (error) throw failed(error)
  }

  return {
    async upload(name, path, onSend) {
      const counted = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          try {
            onSend(chunk)
          } catch (error) {
            // An exception thrown from here would end the process instead of failing the upload.
            done(error instanceof Error ? error : new Error(String(error)))
            return
          }
          done(null, chunk)
        },
      })
      // Unlike `pipe`, `pipeline` closes the file when the upload ends early. The upload gets an error from `counted`, so the callback is
      // empty.
      pipeline(createReadStream(path, { highWaterMark: 1 << 20 }), counted, () => {})
      const body = Readable.toWeb(counted)
      const options = { upsert: true, contentType: 'application/octet-stream', cacheControl: '300', duplex: 'half' }
      const { error } = await files.upload(name, body as ReadableStream<Uint8Array>, options)
      if (error) throw failed(error)
    },
    writeText,
    writeRelease: (name, release) => writeText(name, `${JSON.stringify(release, null, 2)}\n`, 'application/json'),
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
    async head(name) {
      const response = await fetchFromSite(files.getPublicUrl(name).data.publicUrl, {
        method: 'HEAD',
        cache: 'no-store',
      })
      await response.body?.cancel()
      if (!response.ok) return null
      return { size: Number(response.headers.get('content-length')), etag: response.headers.get('etag') ?? '' }
    },
    publicUrl: (name) => files.getPublicUrl(name).data.publicUrl,
  }
}

function isMissing(error: { message: string }): boolean {
  const { status, statusCode } = error as { status?: unknown; statusCode?: unknown }
  return [status, statusCode].some((code) => String(code) === '404') || /not.?found/i.test(error.message)
}
