import type { IncomingMessage } from 'node:http'
import { CommandFailure } from '../failures.ts'

const MOST_BYTES = 65_536

/** Reads a JSON body of at most 64 kB. Throws a `usage` CommandFailure for another content type, a larger body and malformed JSON. */
export async function readJsonBody(request: IncomingMessage): Promise<unknown> {
  // Pages of other origins can send only three content types without a CORS preflight, and JSON is not one of them (CSRF).
  if (!/^application\/json(;|$)/i.test(request.headers['content-type'] ?? '')) {
    throw new CommandFailure('usage', 'The body must be JSON.')
  }
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request) {
    if (!(chunk instanceof Uint8Array)) continue
    size += chunk.length
    if (size > MOST_BYTES) throw new CommandFailure('usage', 'The body is larger than 64 kB.')
    chunks.push(chunk)
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch (cause) {
    throw new CommandFailure('usage', 'The body is not valid JSON.', { cause })
  }
}

/** Returns the value of a cookie in a `Cookie` header, or undefined when there is none. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim())
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1)
}
