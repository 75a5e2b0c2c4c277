import { expect, test } from 'vitest'
import { createFakeServices, createJsonRequest } from '../_shared/fake-services.ts'
import { DatabaseFunctionError, MailDeliveryError } from '../_shared/services.ts'
import { sendContactEmail } from './send-contact-email.ts'

const body = { name: 'Ada Lovelace', email: 'ada@example.com', message: 'Hello.\r\nBye.' }
const row = { id: '7d1c', kind: 'contact_message', recipient: null, data: body }
const kept = { store_contact_message: () => '7d1c', claim_mail_by_id: () => [row] }

test('send-contact-email responds with 200 to a stored message when the mail server is down', async () => {
  const mailer = { send: () => Promise.reject(new MailDeliveryError('No mail server: ESOCKET', 'server')) }
  const response = await sendContactEmail(createJsonRequest(body), createFakeServices(kept, { mailer }))
  expect(response.status).toBe(200)
})

test('send-contact-email responds with 429 to too many messages from one client IP address, without naming the limit', async () => {
  const services = createFakeServices({
    store_contact_message: () => {
      throw new DatabaseFunctionError('PT429', 'Too many: 11 of 10 from 192.0.2.7')
    },
  })
  const response = await sendContactEmail(createJsonRequest(body), services)
  const error = 'Too Many Attempts: Please wait before trying again.'
  expect([response.status, await response.json()]).toEqual([429, { success: false, error }])
})

test('send-contact-email responds with 503 and the error message of the form when a message cannot be stored', async () => {
  const services = createFakeServices({
    store_contact_message: () => {
      throw new Error('away')
    },
  })
  const response = await sendContactEmail(createJsonRequest(body), services)
  const error = 'Failed to send message. Please try again.'
  expect([response.status, await response.json()]).toEqual([503, { success: false, error }])
  expect(services.mails).toEqual([])
})

test('send-contact-email responds with 400 and the first validation error to an invalid message, and stores nothing', async () => {
  for (const [bad, error] of [
    [{}, 'Name is required'],
    [{ ...body, email: '' }, 'Email is required'],
    [{ ...body, email: 'ada@' }, 'Invalid email format'],
    [{ ...body, message: ' \n' }, 'Message is required'],
    [{ ...body, message: 'x'.repeat(5001) }, 'Message too long'],
    [{ ...body, name: 7 }, 'Name is required'],
    [[body], 'Name is required'],
    ['"x"', 'The body does not have the expected form.'],
  ] as const) {
    const services = createFakeServices(kept)
    const response = await sendContactEmail(createJsonRequest(bad), services)
    expect([response.status, await response.json()]).toEqual([400, { success: false, error }])
    expect(services.calls).toEqual([])
  }
})
