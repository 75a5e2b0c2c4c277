import { defineEndpoint, type EndpointHandler } from '@site/backend/http/endpoint'
import * as v from 'valibot'
import { operationsErrors } from './errors.ts'
import { streamSiteArchive, streamSiteArchiveAndFiles } from './site-archive.ts'
import { createWorkFolder } from './snapshot.ts'

const STALLED_MS = 60_000
const NO_ROOM = new Set(['ENOSPC', 'EDQUOT'])

/**
 * The SHA-256 hashes of stored files that the caller already has. The maximum body size of operators' requests allows at most 10,000
 * hashes.
 */
const input = v.optional(
  v.object({ have: v.pipe(v.array(v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))), v.maxLength(10_000)) }),
)

/**
 * POST /operations/v1/backup. Streams a copy of all data as a tar.gz archive. With `have`, streams a tar archive instead: the large stored
 * files that the caller does not have, then the tar.gz archive of everything else. Only one backup runs at a time.
 */
export function downloadBackupEndpoint(): EndpointHandler {
  let isRunning = false
  return defineEndpoint({
    access: 'operator',
    input,
    async handle({ input, db, services, request }) {
      if (db.own === null) throw operationsErrors.notOwn()
      if (isRunning) throw operationsErrors.backupRunning()
      isRunning = true
      try {
        const host = { config: services.config, database: db }
        await using resources = new AsyncDisposableStack()
        const folder = resources.use(await createWorkFolder(services.config.dataDir))
        request.raw.setTimeout(0) // disables the idle timeout: no bytes are sent while the archive is made, which can exceed it
        const body =
          input === undefined
            ? streamSiteArchive(host, folder)
            : await streamSiteArchiveAndFiles(host, folder, new Set(input.have))
        request.raw.setTimeout(STALLED_MS)
        const owned = resources.move()
        body.once('close', () => {
          isRunning = false
          owned.disposeAsync().catch(() => {}) // the next start removes what is left
        })
        const type = input === undefined ? 'application/gzip' : 'application/x-tar'
        return { status: 200, headers: { 'content-type': type, 'cache-control': 'no-store' }, body }
      } catch (error) {
        isRunning = false
        const code = error instanceof Error && 'code' in error ? String(error.code) : ''
        throw NO_ROOM.has(code) ? operationsErrors.noRoom({ cause: error }) : error
      }
    },
  })
}
