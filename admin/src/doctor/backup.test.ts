import { expect, test } from 'vitest'
import { describeBackupAge } from './backup.ts'

const now = new Date('2026-03-05T12:00:00Z')

test('describeBackupAge is fine with a backup of the last day and a half, and advises one when it is older or missing', () => {
  expect(describeBackupAge('2026-03-04T04:17:00Z', now)).toMatchObject({ state: 'ok' })
  expect(describeBackupAge('2026-03-02T12:00:00Z', now)).toMatchObject({
    state: 'advice',
    text: expect.stringMatching(
      /^the last one was made Mar 2, 2026, \d+:\d\d [AP]M \S+, 3 days ago\. Make one, then let it run daily\.$/,
    ),
  })
  expect(describeBackupAge(null, now)).toMatchObject({
    state: 'advice',
    text: 'No backup yet. Make one, then let it run daily.',
  })
})
