import type { IncomingMessage, ServerResponse } from 'node:http'
import { runInBackground } from '@site/backend/run-in-background'
import { findChunkName, formatUseAsDictionary, readAvailableDictionary } from './available-dictionary.ts'
import { type ContentEncoding, chooseContentEncoding } from './compress.ts'
import { compressAgainst } from './delta.ts'
import type { EarlierScript, EarlierScripts } from './earlier-scripts.ts'
import { readEncodedBytes, type SiteFile } from './site-files.ts'

/** Responds to a GET or HEAD request with one file. */
export type FileResponder = (request: IncomingMessage, response: ServerResponse) => void

type Variant = { etag: string; bytes: Buffer; whole: string[]; unchanged: string[] }

const YEAR_SECONDS = 31_536_000

/**
 * Creates the function that responds with one file. Whatever does not depend on the request is computed only once for each encoding. A
 * script is sent as its difference from an earlier version, when the browser has one of `earlier`.
 */
export function createFileResponder(
  path: string,
  file: SiteFile,
  headers: Record<string, string>,
  earlier: Pick<EarlierScripts, 'find'>,
): FileResponder {
  const chunkName = findChunkName(path)
  const deltas = new Map<string, Promise<Variant | null>>()
  const findDelta = ({ headers: sent }: IncomingMessage) => {
    const hash = chunkName === null ? null : readAvailableDictionary(sent)
    const script = hash === null || chunkName === null ? null : earlier.find(chunkName, hash)
    if (script === null || hash === null) return null
    const delta = deltas.get(hash) ?? prepareDelta(path, file, script, headers)
    deltas.set(hash, delta)
    return delta
  }
  const variants = new Map<ContentEncoding | null, Variant>()
  const prepare = async (encoding: ContentEncoding | null) => {
    const bytes = encoding === null ? file.bytes : await readEncodedBytes(file, encoding)
    const variant = variantOf(path, file, bytes, bytes === file.bytes ? null : encoding, headers)
    variants.set(encoding, variant)
    return variant
  }
  return (request, response) => {
    const encoding = file.isText ? chooseContentEncoding(request.headers['accept-encoding']) : null
    const variant = variants.get(encoding)
    const delta = findDelta(request)
    if (variant && delta === null) return write(request, response, variant)
    const answer = async () =>
      write(request, response, (await delta) ?? variants.get(encoding) ?? (await prepare(encoding)))
    runInBackground(answer(), () =>
      response.headersSent ? response.destroy() : response.writeHead(500, headers).end(),
    )
  }
}

/** Returns the response with the difference from an earlier version, or null when it is not smaller than the ordinary response. */
async function prepareDelta(
  path: string,
  file: SiteFile,
  { bytes: dictionary, sha256 }: EarlierScript,
  headers: Record<string, string>,
): Promise<Variant | null> {
  const [delta, whole] = await Promise.all([
    compressAgainst(file.bytes, dictionary, sha256),
    readEncodedBytes(file, 'br'),
  ])
  return delta.length < whole.length ? variantOf(path, file, delta, 'dcz', headers) : null
}

function write(request: IncomingMessage, response: ServerResponse, variant: Variant): void {
  // Removes the `connection` and `keep-alive` headers that Node.js adds, because HTTP/1.1 connections persist by default (RFC 9112, section
  // 9.3). They would add 500 bytes to a first visit. The header `connection: close` of a stopping server is not removed.
  if (!response.hasHeader('connection')) response.removeHeader('connection')
  if (isUnchanged(request.headers['if-none-match'], variant.etag)) {
    response.writeHead(304, variant.unchanged).end()
    return
  }
  response.writeHead(200, variant.whole)
  if (request.method === 'HEAD') response.end()
  else response.end(variant.bytes)
}

function variantOf(
  path: string,
  file: SiteFile,
  bytes: Buffer,
  encoding: ContentEncoding | 'dcz' | null,
  headers: Record<string, string>,
): Variant {
  const chunkName = findChunkName(path)
  // The ETag is strong, so two encodings of one file, which are different bytes, must have different ETags.
  const etag = encoding === null ? `"${file.hash}"` : `"${file.hash}-${encoding}"`
  const unchanged = {
    // An immutable file is not revalidated. Without the ETag a first visit is 400 bytes smaller.
    ...(isImmutable(path) ? {} : { etag }),
    'cache-control': getCacheControl(path, file),
    ...(file.isText ? { vary: chunkName === null ? 'Accept-Encoding' : 'Accept-Encoding, Available-Dictionary' } : {}),
    ...(chunkName === null ? {} : { 'use-as-dictionary': formatUseAsDictionary(chunkName) }),
    ...headers,
  }
  const whole = {
    'content-type': file.type,
    'content-length': String(bytes.length),
    ...(encoding === null ? {} : { 'content-encoding': encoding }),
    ...unchanged,
  }
  return { etag, bytes, whole: Object.entries(whole).flat(), unchanged: Object.entries(unchanged).flat() }
}

/**
 * Returns the Cache-Control header of a file. Files under /assets/ have content hashes in their names and are immutable. Pages are
 * revalidated at every request, and other files after an hour.
 */
export function getCacheControl(path: string, file: Pick<SiteFile, 'type'>): string {
  if (isImmutable(path)) return `max-age=${YEAR_SECONDS}, immutable`
  return file.type.startsWith('text/html') ? 'no-cache' : 'max-age=3600'
}

function isImmutable(path: string): boolean {
  return path.startsWith('/assets/')
}

function isUnchanged(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  return ifNoneMatch.split(',').some((tag) => {
    const bare = tag.trim().replace(/^W\//, '')
    return bare === etag || bare === '*'
  })
}
