import type { IncomingMessage, ServerResponse } from 'node:http'
import { runInBackground } from '@site/backend/run-in-background'
import { type ContentEncoding, chooseContentEncoding } from './compress.ts'
import { readEncodedBytes, type SiteFile } from './site-files.ts'

/** Responds to a GET or HEAD request with one file. */
export type FileResponder = (request: IncomingMessage, response: ServerResponse) => void

type Variant = { etag: string; bytes: Buffer; whole: string[]; unchanged: string[] }

const YEAR_SECONDS = 31_536_000

/** Creates the function that responds with one file. Whatever does not depend on the request is computed only once for each encoding. */
export function createFileResponder(path: string, file: SiteFile, headers: Record<string, string>): FileResponder {
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
    if (variant) return write(request, response, variant)
    const answer = async () => write(request, response, await prepare(encoding))
    runInBackground(answer(), () =>
      response.headersSent ? response.destroy() : response.writeHead(500, headers).end(),
    )
  }
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
  encoding: ContentEncoding | null,
  headers: Record<string, string>,
): Variant {
  // The ETag is strong, so two encodings of one file, which are different bytes, must have different ETags.
  const etag = encoding === null ? `"${file.hash}"` : `"${file.hash}-${encoding}"`
  const unchanged = {
    // An immutable file is not revalidated. Without the ETag a first visit is 400 bytes smaller.
    ...(isImmutable(path) ? {} : { etag }),
    'cache-control': getCacheControl(path, file),
    ...(file.isText ? { vary: 'Accept-Encoding' } : {}),
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
