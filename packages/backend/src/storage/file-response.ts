import type { FastifyRequest } from 'fastify'
import type { ServerApplication } from '../application.ts'
import type { EndpointResponse } from '../http/endpoint-response.ts'
import { parseQueryPairs } from '../http/query.ts'
import type { ServiceDependencies } from '../services.ts'
import { isByteRangeAllowed, isCachedCopyCurrent, isPreconditionMet } from './conditional-requests.ts'
import { useCurrentVersion } from './current-version.ts'
import { storageErrors } from './errors.ts'
import { chooseContentType, formatContentDisposition } from './file-headers.ts'
import type { OpenStoredFile } from './files.ts'
import { STORAGE_LIMITS } from './limits.ts'
import { createMultipartRanges } from './multipart-ranges.ts'
import type { StorageObjectMetadata, StorageObjectRow } from './object-store.ts'
import { parseByteRanges } from './range.ts'

/** A request for a stored file, and whether the file is public. */
type StoredFileRequest = { request: FastifyRequest; isPublic: boolean }

/**
 * Responds with the bytes of an object: whole (200), one or several byte ranges (206), unchanged (304), headers only (HEAD), another version
 * than the request asks for (412), or unsatisfiable ranges (416). `find` reads the object's row; it is called again when the object was
 * replaced before its file was opened. Headers and bytes always belong to one version, because the open file outlives its object.
 */
export async function respondWithFile(
  { files, application }: ServiceDependencies,
  find: () => Promise<StorageObjectRow>,
  fileRequest: StoredFileRequest,
): Promise<EndpointResponse> {
  return await useCurrentVersion(find, async (object) => {
    const file = await files.open(object.version ?? '')
    return file && (await respondWithOpenFile(object, file, fileRequest, application))
  })
}

async function respondWithOpenFile(
  object: StorageObjectRow,
  file: OpenStoredFile,
  fileRequest: StoredFileRequest,
  application: ServerApplication,
): Promise<EndpointResponse> {
  let isSending = false
  try {
    const answer = describe(object, file, fileRequest, application)
    isSending = answer.body !== undefined
    return answer
  } finally {
    if (!isSending) await file.handle.close()
  }
}

function describe(
  object: StorageObjectRow,
  file: OpenStoredFile,
  { request, isPublic }: StoredFileRequest,
  { cacheControlOf }: ServerApplication,
): EndpointResponse {
  const { method, headers: fileRequest } = request
  const metadata = readObjectMetadata(object)
  const validators = { etag: metadata.eTag, lastModified: new Date(metadata.lastModified) }
  const contentType = chooseContentType(metadata.mimetype)
  const disposition = formatContentDisposition(object.name, contentType, readDownload(request.url))
  const headers: Record<string, string> = {
    'accept-ranges': 'bytes',
    etag: validators.etag,
    'last-modified': validators.lastModified.toUTCString(),
    'cache-control': isPublic ? (cacheControlOf(object) ?? metadata.cacheControl) : 'private, no-cache',
    'x-robots-tag': 'none',
    // Pages of any origin may embed public files. All other responses may be embedded only by the same origin.
    ...(isPublic ? { 'cross-origin-resource-policy': 'cross-origin' } : {}),
  }
  if (!isPreconditionMet(fileRequest, validators)) throw storageErrors.preconditionFailed()
  if (isCachedCopyCurrent(fileRequest, validators)) return { status: 304, headers }

  headers['content-type'] = contentType
  if (disposition !== null) headers['content-disposition'] = disposition
  const requested =
    method === 'GET' && isByteRangeAllowed(fileRequest, validators)
      ? parseByteRanges(fileRequest.range, file.size)
      : null
  if (requested === 'unsatisfiable') {
    throw storageErrors.invalidRange({ headers: { 'content-range': `bytes */${file.size}` } })
  }
  if (method === 'HEAD') return { status: 200, headers: { ...headers, 'content-length': String(file.size) } }
  // The timeout restarts with every sent byte, so that a slow but steady client is not cut off.
  request.raw.setTimeout(STORAGE_LIMITS.stalledMs)
  if (requested?.isMultipart) {
    const multipart = createMultipartRanges(file, requested.ranges, contentType)
    headers['content-type'] = multipart.contentType
    headers['content-length'] = String(multipart.contentLength)
    return { status: 206, headers, body: multipart.createBody() }
  }
  const [range] = requested?.ranges ?? []
  headers['content-length'] = String(range ? range.end - range.start + 1 : file.size)
  if (range) headers['content-range'] = `bytes ${range.start}-${range.end}/${file.size}`
  return { status: range ? 206 : 200, headers, body: file.handle.createReadStream(range ?? {}) }
}

/**
 * Parses the parameter `?download` (save the file) or `?download=name` (save it under this name). Other parameters are ignored; clients add
 * them only to bypass caches.
 */
function readDownload(url: string): string | undefined {
  return parseQueryPairs(url).find(([name]) => name === 'download')?.[1]
}

/** Returns the metadata of an object's bytes, with defaults for rows that another program wrote without metadata. */
export function readObjectMetadata({ metadata, version, updated_at }: StorageObjectRow): StorageObjectMetadata {
  const known = metadata ?? {}
  const text = (name: string, otherwise: string) => (typeof known[name] === 'string' ? known[name] : otherwise)
  const size = typeof known['size'] === 'number' ? known['size'] : 0
  return {
    eTag: text('eTag', `"${version}"`),
    size,
    mimetype: text('mimetype', 'application/octet-stream'),
    cacheControl: text('cacheControl', 'no-cache'),
    lastModified: text('lastModified', updated_at.toISOString()),
    contentLength: size,
    httpStatusCode: 200,
  }
}
