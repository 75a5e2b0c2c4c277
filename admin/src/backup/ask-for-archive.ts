import { Readable } from 'node:stream'
import { Failure } from '../failures.ts'
import { failureOf, type Site } from '../site.ts'
import { siteFetch } from '../site-fetch.ts'

/** The maximum number of hashes that the server accepts in one request. */
const HAVE_MAX = 10_000

/**
 * Requests a backup and returns the archive as a stream. The archive lacks the bytes of stored files whose SHA-256 is in `have`. Throws a
 * Failure when the server refuses; the stream emits one when the connection breaks.
 */
export async function askForArchive(site: Site, have: readonly string[] = []): Promise<Readable> {
  const answer = await siteFetch(`${site.url}/operations/v1/backup`, {
    method: 'POST',
    headers: { apikey: site.key, ...(have.length === 0 ? {} : { 'content-type': 'application/json' }) },
    body: have.length === 0 ? null : JSON.stringify({ have: have.slice(0, HAVE_MAX) }),
  }).catch((cause: unknown) => {
    throw failureOf(site, { message: String(cause) })
  })
  if (answer.ok && answer.body !== null && answer.headers.get('content-type') === 'application/gzip') {
    return Readable.from(brokenOff(site, answer.body), { objectMode: false })
  }
  const body: unknown = await answer.json().catch(() => null)
  const code = memberOf(body, 'code')
  const message = memberOf(body, 'message')
  if (code === 'not_embedded') throw new Failure('not_here', message ?? '')
  if (code === undefined || answer.status === 404) throw new Failure('not_here', `${site.url} makes no backups.`)
  throw failureOf(site, { code, message: message ?? `The server answered ${answer.status}` })
}

/** Passes the chunks on, and reports a broken connection as a failure of the server instead of a damaged archive. */
async function* brokenOff(site: Site, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks
  } catch (cause) {
    throw new Failure('refused', `The backup broke off: ${site.url} ended the connection.`, {
      hint: 'Try again.',
      cause,
    })
  }
}

function memberOf(value: unknown, name: string): string | undefined {
  const member: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
  return typeof member === 'string' ? member : undefined
}
