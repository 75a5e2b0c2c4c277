import { Readable } from 'node:stream'
import { CommandFailure } from '../failures.ts'
import { type SiteClient, toCommandFailure } from '../site.ts'
import { fetchFromSite } from '../site-fetch.ts'

/** The maximum number of SHA-256 hashes that the server accepts in one backup request. */
const HAVE_MAX = 10_000

/**
 * Requests a backup from the server and returns the archive as a stream. The server leaves out the content of stored files whose SHA-256 is
 * in `have`. Throws a CommandFailure when the server rejects the request; the stream emits a CommandFailure when the connection breaks.
 */
export async function requestBackupArchive(site: SiteClient, have: readonly string[] = []): Promise<Readable> {
  const response = await fetchFromSite(`${site.url}/operations/v1/backup`, {
    method: 'POST',
    headers: { apikey: site.key, ...(have.length === 0 ? {} : { 'content-type': 'application/json' }) },
    body: have.length === 0 ? null : JSON.stringify({ have: have.slice(0, HAVE_MAX) }),
  }).catch((cause: unknown) => {
    throw toCommandFailure(site, { message: String(cause) })
  })
  if (response.ok && response.body !== null && response.headers.get('content-type') === 'application/gzip') {
    return Readable.from(toServerFailure(site, response.body), { objectMode: false })
  }
  const body: unknown = await response.json().catch(() => null)
  const code = memberOf(body, 'code')
  const message = memberOf(body, 'message')
  if (code === 'not_embedded') throw new CommandFailure('not_here', message ?? '')
  if (code === undefined || response.status === 404)
    throw new CommandFailure('not_here', `${site.url} makes no backups.`)
  throw toCommandFailure(site, { code, message: message ?? `The server answered ${response.status}` })
}

/**
 * Yields the chunks of the response unchanged. Throws a `refused` CommandFailure when the connection breaks, which would otherwise be
 * reported as a damaged archive.
 */
async function* toServerFailure(site: SiteClient, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks
  } catch (cause) {
    throw new CommandFailure('refused', `The backup was interrupted: ${site.url} ended the connection.`, {
      hint: 'Try again.',
      cause,
    })
  }
}

function memberOf(value: unknown, name: string): string | undefined {
  const member: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
  return typeof member === 'string' ? member : undefined
}
