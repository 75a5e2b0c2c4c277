import { expect, test } from 'vitest'
import { DatabaseFunctionError, MailDeliveryError } from './services.ts'

test('DatabaseFunctionError and MailDeliveryError print their own class name', () => {
  expect(String(new DatabaseFunctionError('PT429', 'Wait.'))).toBe('DatabaseFunctionError: Wait.')
  expect(String(new MailDeliveryError('No such mailbox.', 'address'))).toBe('MailDeliveryError: No such mailbox.')
})
