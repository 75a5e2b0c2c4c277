import { type Endpoint, endpoint } from '../http/endpoint.ts'
import { archiveOf } from './archive.ts'
import { operationsErrors } from './errors.ts'
import { takeSnapshot } from './snapshot.ts'

const STALLED_MS = 60_000
const NO_ROOM = new Set(['ENOSPC', 'EDQUOT'])

/**
 * POST /operations/v1/backup: everything the server keeps, as of one moment, as a tar.gz. Others wait only while the database's
 * files are copied; the archive is written from the copy while the server goes on. One at a time.
 */
export function answerBackup(): Endpoint {
  let isRunning = false
  return endpoint({
    access: 'operator',
    async handle({ db, services, request }) {
      const { holdStill } = db
      if (holdStill === null) throw operationsErrors.notEmbedded()
      if (isRunning) throw operationsErrors.backupRunning()
      isRunning = true
      try {
        request.raw.setTimeout(0) // nothing moves on the connection while the snapshot is taken, however long that takes
        const snapshot = await takeSnapshot(services.config, holdStill)
        request.raw.setTimeout(STALLED_MS)
        const body = archiveOf(snapshot)
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
