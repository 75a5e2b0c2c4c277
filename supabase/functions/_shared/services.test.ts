import { expect, test } from 'vitest'
import { DatabaseRefusal, MailNotTaken } from './services.ts'

test('a log tells the errors of the services apart by their names', () => {
  expect(String(new DatabaseRefusal('PT429', 'Wait.'))).toBe('DatabaseRefusal: Wait.')
  expect(String(new MailNotTaken('No such mailbox.', true))).toBe('MailNotTaken: No such mailbox.')
})
