import type { IncomingMessage } from 'node:http'
import { httpErrors } from './http-errors.ts'
import { parseJson } from './json.ts'

const KB = 1024

/**
 * The maximum size of a request body in bytes: by default (`anonymous`), for the auth service, and for operators. Uploads to storage are
 * streamed and have a separate limit.
 */
export const BODY_LIMITS_BYTES = { anonymous: 16 * KB, auth: 64 * KB, operator: 1024 * KB } as const

const BODY_DEADLINE_MS = 15_000
const DRAIN_MS = 2_000

const NO_BODY = { value: undefined, text: '' }

/**
 * Reads a whole request body. Throws 413 when its `Content-Length` or the received bytes exceed `limit`, and 408 when the body does not
 * arrive in time. After a rejection it reads and discards further data for a short time: closing the connection while the client still
 * sends would make the client lose the response.
 */
export function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  if (Number(request.headers['content-length'] ?? 0) > limit) {
    drainRequestBody(request)
    return Promise.reject(httpErrors.tooLarge())
  }
  const chunks: Buffer[] = []
  let length = 0
  const deadline = setTimeout(() => stop(httpErrors.tooSlow({ headers: { connection: 'close' } })), BODY_DEADLINE_MS)

  function onData(chunk: Buffer) {
    length += chunk.length
    if (length > limit) stop(httpErrors.tooLarge())
    else chunks.push(chunk)
  }
  function onEnd() {
    release()
    resolve(Buffer.concat(chunks))
  }
  function onClose() {
    stop(httpErrors.badInput({ message: 'The request ended before its body did.' }))
  }
  function stop(reason: Error) {
    release()
    drainRequestBody(request)
    reject(reason)
  }
  function release() {
    clearTimeout(deadline)
    request.off('data', onData).off('end', onEnd).off('close', onClose).off('error', onClose)
  }
  request.on('data', onData).on('end', onEnd).on('close', onClose).on('error', onClose)
  return promise
}

/** A JSON request body: its parsed value, and its text for code that must not round large numbers. */
export type JsonRequestBody = { value: unknown; text: string }

/**
 * Reads a JSON request body. Returns `undefined` and '' when there is no body. Throws for other content types, invalid UTF-8 and unsafe
 * JSON.
 */
export async function readJsonBody(request: IncomingMessage, limit: number): Promise<JsonRequestBody> {
  const hasBody =
    request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0
  if (!hasBody) return NO_BODY
  // Only JSON is accepted: a form on another site can send text/plain without a CORS preflight, but not JSON.
  if (!isJson(request.headers['content-type'])) throw httpErrors.unsupportedType()
  if ((request.headers['content-encoding'] ?? 'identity') !== 'identity') throw httpErrors.unsupportedType()
  const bytes = await readBody(request, limit)
  return bytes.length === 0 ? NO_BODY : parseJson(bytes)
}

/** Reads and discards the remaining body of a rejected request. Destroys the connection when the body is not complete in time. */
export function drainRequestBody(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return
  request.on('error', () => {})
  request.resume()
  const cut = setTimeout(() => request.complete || request.socket.destroy(), DRAIN_MS)
  cut.unref()
  request.once('end', () => clearTimeout(cut))
}

function isJson(contentType: string | undefined): boolean {
  const [type = '', ...parameters] = (contentType ?? '')
    .toLowerCase()
    .split(';')
    .map((part) => part.trim())
  const isUtf8 = parameters.every((part) => !part.startsWith('charset=') || /^charset="?utf-?8"?$/.test(part))
  return isUtf8 && (type === 'application/json' || /^application\/[\w.-]+\+json$/.test(type))
}
