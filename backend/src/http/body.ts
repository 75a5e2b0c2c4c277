import type { IncomingMessage } from 'node:http'
import { httpErrors } from './http-errors.ts'
import { parseJson } from './json.ts'

const KB = 1024

/** How long a body may be, by who sends it. Uploads to storage stream and have a limit of their own. */
export const BODY_LIMITS = { anonymous: 16 * KB, auth: 64 * KB, operator: 1024 * KB } as const

const BODY_DEADLINE_MS = 15_000
const DRAIN_MS = 2_000

const NO_BODY = { value: undefined, text: '' }

/**
 * Reads a whole body. Refuses one that is longer than `limit` by its announced length, else as soon as the limit is
 * passed (413), and one that has not arrived in time (408). What still comes after a refusal is thrown away for a
 * moment, because a connection cut in mid-sending would hide the answer from the client.
 */
function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  if (Number(request.headers['content-length'] ?? 0) > limit) {
    drainBriefly(request)
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
    drainBriefly(request)
    reject(reason)
  }
  function release() {
    clearTimeout(deadline)
    request.off('data', onData).off('end', onEnd).off('close', onClose).off('error', onClose)
  }
  request.on('data', onData).on('end', onEnd).on('close', onClose).on('error', onClose)
  return promise
}

/** A JSON body: what it means, and how it was written, for whoever must not round its numbers. */
export type JsonBody = { value: unknown; text: string }

/** Reads a JSON body; `undefined` and '' when there is none. Refuses other content types, bad UTF-8 and unsafe JSON. */
export async function readJsonBody(request: IncomingMessage, limit: number): Promise<JsonBody> {
  const hasBody =
    request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0
  if (!hasBody) return NO_BODY
  // A form can send text/plain without asking first; JSON makes a browser ask (CORS), so nothing else may act.
  if (!isJson(request.headers['content-type'])) throw httpErrors.unsupportedType()
  if ((request.headers['content-encoding'] ?? 'identity') !== 'identity') throw httpErrors.unsupportedType()
  const bytes = await readBody(request, limit)
  return bytes.length === 0 ? NO_BODY : parseJson(bytes)
}

/** Takes and discards what a refused client still sends, then cuts the connection if it does not stop. */
export function drainBriefly(request: IncomingMessage): void {
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
