import { expect, test } from 'vitest'
import { DatabaseRefusal, MailDeliveryError } from './services.ts'

test('DatabaseRefusal and MailDeliveryError print their own class name', () => {
  expect(String(new DatabaseRefusal('PT429', 'Wait.'))).toBe('DatabaseRefusal: Wait.')
  expect(String(new MailDeliveryError('No such mailbox.', true))).toBe('MailDeliveryError: No such mailbox.')
})
