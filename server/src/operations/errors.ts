import { defineErrors, type Refusal, type RenderedError } from '@site/backend/http/errors'

/** The errors with which the endpoints at /operations/v1 respond. Only operators may call these endpoints. */
export const operationsErrors = defineErrors({
  notOwn: {
    status: 409,
    code: 'not_own',
    message: 'The data is in another PostgreSQL server, which is backed up with its own tools (docs/backup.md).',
  },
  backupRunning: { status: 409, code: 'backup_running', message: 'Another backup is already running.' },
  noRoom: { status: 507, code: 'backup_no_room', message: 'There is not enough room on the disk for a backup.' },
})

/** Renders an error of the operators' endpoints as the JSON body `{code, message}`. */
export function renderOperationsError({ status, code, message }: Refusal): RenderedError {
  return { status, body: { code, message } }
}
