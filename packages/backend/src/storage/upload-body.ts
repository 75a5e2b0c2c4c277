import type { IncomingMessage } from 'node:http'
import { finished } from 'node:stream'
import { Busboy, type BusboyFileStream } from '@fastify/busboy'
import * as v from 'valibot'
import { parseJson } from '../http/json.ts'
import { storageErrors } from './errors.ts'
import { STORAGE_LIMITS } from './limits.ts'

/** An upload in progress and its headers. The bytes are received while `content` is read. */
export type FileUpload = {
  content: AsyncIterable<Uint8Array>
  contentType: string
  cacheControl: string
  userMetadata: Record<string, unknown> | null
}

const MIME_TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(\s*;\s*[\w-]+=("[^"\\]*"|[\w.+-]+))*$/
const CACHE_CONTROL = /^[\w\s=,-]{1,200}$/

/**
 * Parses an upload in the formats of storage-js: the raw bytes with headers, or, for a Blob or FormData, a multipart form with fields and
 * one file. Throws for a form without a file, and for values that could not be sent as response headers.
 */
export async function parseFileUpload(request: IncomingMessage): Promise<FileUpload> {
  const { headers } = request
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') {
    throw storageErrors.notSupported({ message: 'Objects with a content encoding are not available on this server' })
  }
  const contentType = headers['content-type'] ?? 'application/octet-stream'
  if (/^multipart\/form-data\b/i.test(contentType)) return await readForm(request, contentType)
  return {
    content: bytesOf(request),
    contentType: requireMimeType(contentType),
    cacheControl: readCacheControl(headers['cache-control']),
    userMetadata: readMetadata(fromBase64(headers['x-metadata'])),
  }
}

async function readForm(request: IncomingMessage, contentType: string): Promise<FileUpload> {
  const { promise, resolve, reject } = Promise.withResolvers<FileUpload>()
  const fields = new Map<string, string>()
  const form = openForm(contentType)
  let content: BusboyFileStream | null = null
  const fail = (cause: unknown) => {
    reject(storageErrors.invalidRequest({ message: 'The form is not well formed', cause }))
    content?.destroy(new Error('The form broke off.', { cause }))
  }
  form.on('field', (name, value) => fields.set(name, value))
  form.on('file', (_name, file, _fileName, _encoding, type) => {
    content = file.on('error', () => {}) // an unhandled `error` event would end the process; the code that reads the bytes gets the error
    try {
      resolve({
        content: bytesOf(file, () => request.unpipe(form)),
        contentType: requireMimeType(type || 'application/octet-stream'),
        cacheControl: readCacheControl(maxAge(fields.get('cacheControl'))),
        userMetadata: readMetadata(fields.get('metadata')),
      })
    } catch (error) {
      request.unpipe(form)
      reject(error)
    }
  })
  form.on('error', fail)
  form.on('finish', () => reject(storageErrors.invalidRequest({ message: 'No content provided' })))
  // The multipart parser does not detect a closed connection. Without this listener the upload would wait for ever.
  finished(request, { writable: false }, (error) => error && fail(error))
  request.pipe(form)
  return await promise
}

function openForm(contentType: string) {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      isPartAFile: (_name, type, fileName) => fileName !== undefined || type === 'application/octet-stream',
      limits: { files: 1, fields: 10, fieldSize: STORAGE_LIMITS.fieldBytes, headerPairs: 20 },
    })
  } catch (cause) {
    throw storageErrors.invalidRequest({ message: 'The form is not well formed', cause })
  }
}

/**
 * Yields the bytes of an upload. Throws a 400 when the client disconnects, so that the lost connection is not logged as an unexpected
 * error.
 */
async function* bytesOf(source: AsyncIterable<Uint8Array>, release = () => {}): AsyncGenerator<Uint8Array> {
  try {
    yield* source
  } catch (cause) {
    throw storageErrors.invalidRequest({ message: 'The request ended before its body did', cause })
  } finally {
    release()
  }
}

function requireMimeType(text: string): string {
  if (text.length > 200 || !MIME_TYPE.test(text))
    throw storageErrors.invalidMimeType({ message: `mime type ${text.slice(0, 100)} is not supported` })
  return text
}

/** Returns the Cache-Control directive for the form field `cacheControl`, in which storage-js sends only the number of seconds. */
function maxAge(field: string | undefined): string | undefined {
  return field !== undefined && /^\d+$/.test(field) ? `max-age=${field}` : field
}

function readCacheControl(text: string | undefined): string {
  if (text === undefined) return 'no-cache'
  if (!CACHE_CONTROL.test(text)) throw storageErrors.invalidRequest({ message: 'Invalid cache control' })
  return text
}

function fromBase64(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? Buffer.from(header, 'base64').toString() : undefined
}

const metadataSchema = v.record(v.string(), v.unknown())

function readMetadata(text: string | undefined): Record<string, unknown> | null {
  if (text === undefined) return null
  try {
    return v.parse(metadataSchema, parseJson(Buffer.from(text)).value)
  } catch (cause) {
    throw storageErrors.invalidRequest({ message: 'metadata must be a JSON object', cause })
  }
}
