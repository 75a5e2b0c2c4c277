import { Readable } from 'node:stream'
import { postOperation } from '../post-operation.ts'
import type { SiteClient } from '../site.ts'

/** The maximum number of SHA-256 hashes that the server accepts in one backup request. */
const HAVE_MAX = 10_000

/**
 * Requests a backup from the server: one archive, or with `have` a tar archive of the large files whose SHA-256 is not in `have` and of an
 * archive with everything else. Throws a CommandFailure when the server rejects the request; the stream emits a CommandFailure when the
 * connection breaks.
 */
export async function requestBackupArchive(site: SiteClient, have?: readonly string[]): Promise<Readable> {
  const chunks = await postOperation(site, {
    name: 'backup',
    body: have ? { have: have.slice(0, HAVE_MAX) } : null,
    type: have ? 'application/x-tar' : 'application/gzip',
    what: 'The backup',
    missing: `${site.url} makes no backups.`,
  })
  return Readable.from(chunks, { objectMode: false })
}
