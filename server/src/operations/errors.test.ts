import { expect, test } from 'vitest'
import { operationsErrors, renderOperationsError } from './errors.ts'

test('renderOperationsError returns the status, code and message of each operations error', () => {
  expect(renderOperationsError(operationsErrors.notOwn())).toEqual({
    status: 409,
    body: {
      code: 'not_own',
      message: 'The data is in another PostgreSQL server, which is backed up with its own tools (docs/backup.md).',
    },
  })
  expect(renderOperationsError(operationsErrors.backupRunning())).toEqual({
    status: 409,
    body: { code: 'backup_running', message: 'Another backup is already running.' },
  })
  expect(renderOperationsError(operationsErrors.noRoom())).toEqual({
    status: 507,
    body: { code: 'backup_no_room', message: 'There is not enough room on the disk for a backup.' },
  })
})
