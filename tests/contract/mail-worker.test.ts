import { expect } from 'vitest'
import { aVisitor } from '../support/a-visitor.ts'
import { sharedBackend } from '../support/engines.ts'
import { waitForMails } from '../support/mail-box.ts'

const onBothEngines = sharedBackend()

onBothEngines(
  'the mail worker sends the welcome mail right after a sign-up, without a call to send-notifications',
  async (backend) => {
    const started = Date.now()
    for (let count = 0; count < 6; count += 1) {
      const visitor = aVisitor()
      const { error } = await backend.client().from('early_access_users').insert(visitor)
      expect(error).toBeNull()
      expect(await waitForMails(backend, visitor.email, { within: 20_000 })).toHaveLength(1)
    }
    // The worker's own rounds are at least 7.5 s apart, so that six mails would take them over half a minute.
    expect(Date.now() - started).toBeLessThan(30_000)
  },
)
