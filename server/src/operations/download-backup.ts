import { defineEndpoint, type EndpointHandler } from '@site/backend/http/endpoint'
import * as v from 'valibot'
import { createBackupArchive } from './archive.ts'
import { operationsErrors } from './errors.ts'
import { takeBackupSnapshot } from './snapshot.ts'

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
 * POST /operations/v1/backup. Returns a consistent snapshot of all data as a tar.gz archive. Queries wait only while the database's files
 * are copied; the archive is streamed from the copy. Only one backup runs at a time. Stored files that the caller already has (`have`) are
 * listed in the manifest without their bytes.
 */
export function downloadBackupEndpoint(): EndpointHandler {
  let isRunning = false
  return defineEndpoint({
    access: 'operator',
    input,
    async handle({ input, db, services, request }) {
      const { quiesce } = db
      if (quiesce === null) throw operationsErrors.notEmbedded()
      if (isRunning) throw operationsErrors.backupRunning()
      isRunning = true
      try {
        request.raw.setTimeout(0) // disables the idle timeout: no bytes are sent while the snapshot is taken, which can exceed it
        const snapshot = await takeBackupSnapshot(services.config, quiesce)
        request.raw.setTimeout(STALLED_MS)
        const body = createBackupArchive(snapshot, new Set(input?.have))
        body.once('close', () => {
          isRunning = false
          snapshot.remove().catch((err: unknown) => services.log.warn({ event: 'snapshot_left', err }))
        })
        const headers = { 'content-type': 'application/gzip', 'cache-control': 'no-store' }
        return { status: 200, headers, body }
      } catch (error) {
        isRunning = false
        const code = error instanceof Error && 'code' in error ? String(error.code) : ''
        throw NO_ROOM.has(code) ? operationsErrors.noRoom({ cause: error }) : error
      }
    },
  })
}
