import type { IncomingMessage, ServerResponse } from 'node:http'
import { constants, crc32, deflateRawSync } from 'node:zlib'
import { ATTEMPTED_PATH_ID, formatAttemptedPath } from '@site/contract/attempted-path'
import { namesEncoding } from './compress.ts'
import type { SiteFile } from './site-files.ts'

/** The header of a gzip file without name and time (RFC 1952, section 2.3). */
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255])

/**
 * Creates the function that responds with the 404 page and writes the attempted path into it, for visitors without script. The page has no
 * ETag, because every path has another one. The parts around the path are compressed once, so that a request costs no compression of the
 * whole page. A page without the element for the path is sent as it is.
 */
export function createNotFoundResponder(
  file: SiteFile,
  headers: Record<string, string>,
): (request: IncomingMessage, response: ServerResponse) => void {
  const [before, after] = splitAroundPath(file.bytes)
  const beforeDeflated = deflatePart(before)
  const afterDeflated = deflateRawSync(after)
  const beforeSum = crc32(before)
  return (request, response) => {
    const path = after.length === 0 ? Buffer.alloc(0) : formatInHtml(request.url ?? '/')
    const isGzip = namesEncoding(request.headers['accept-encoding'], 'gzip')
    const end = Buffer.alloc(8)
    end.writeUInt32LE(crc32(after, crc32(path, beforeSum)))
    end.writeUInt32LE(before.length + path.length + after.length, 4)
    const bytes = Buffer.concat(
      isGzip ? [GZIP_HEADER, beforeDeflated, deflatePart(path), afterDeflated, end] : [before, path, after],
    )
    if (!response.hasHeader('connection')) response.removeHeader('connection')
    response.writeHead(404, {
      'content-type': file.type,
      'content-length': bytes.length,
      ...(isGzip ? { 'content-encoding': 'gzip' } : {}),
      'cache-control': 'no-cache',
      vary: 'Accept-Encoding',
      ...headers,
    })
    response.end(request.method === 'HEAD' ? undefined : bytes)
  }
}

/** Returns the page before and after the text of the element for the path; the second part is empty when the page has no such element. */
function splitAroundPath(page: Buffer): [before: Buffer, after: Buffer] {
  const html = page.toString()
  const element = new RegExp(` id="${ATTEMPTED_PATH_ID}"[^>]*>([^<]*)`).exec(html)
  if (element === null) return [page, Buffer.alloc(0)]
  const end = element.index + element[0].length
  return [Buffer.from(html.slice(0, end - (element[1]?.length ?? 0))), Buffer.from(html.slice(end))]
}

/** Returns the path of a URL as the 404 page names it, escaped for HTML. */
function formatInHtml(url: string): Buffer {
  const path = formatAttemptedPath(url.split(/[?#]/, 1)[0] ?? '')
  return Buffer.from(path.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'))
}

/** Returns deflated bytes that end at a byte boundary and are not the last of their stream, so that further parts may follow. */
function deflatePart(bytes: Buffer): Buffer {
  return deflateRawSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH })
}
