import { expect } from 'vitest'
import { createSharedBackendTest } from '../support/backend-test.ts'
import { waitForMails } from '../support/mail-box.ts'
import { createTestVisitor } from '../support/test-visitor.ts'

const test = createSharedBackendTest()

test('the mail worker sends the welcome mail right after a sign-up, without a call to send-notifications', async (backend) => {
  const started = Date.now()
  for (let count = 0; count < 6; count += 1) {
    const visitor = createTestVisitor()
    const { error } = await backend.client().from('early_access_users').insert(visitor)
    expect(error).toBeNull()
    expect(await waitForMails(backend, visitor.email, { within: 20_000 })).toHaveLength(1)
  }
  // The mail worker polls at intervals of at least 7.5 s. Six mails in under 30 s therefore prove that each sign-up wakes the worker.
  expect(Date.now() - started).toBeLessThan(30_000)
})
