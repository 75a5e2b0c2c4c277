import { expect, test } from 'vitest'
import { DatabaseRefusal, MailNotTaken } from '../_shared/services.ts'
import { aRequest, standInServices } from '../_shared/stand-in-services.ts'
import { sendContactEmail } from './send-contact-email.ts'

const body = { name: 'Ada Lovelace', email: 'ada@example.com', message: 'Hello.\r\nBye.' }
const order = { id: '7d1c', kind: 'contact_message', recipient: null, data: body }
const kept = { store_contact_message: () => '7d1c', claim_mail_by_id: () => [order] }

test('a message is kept, then mailed to the team with the visitor in Reply-To', async () => {
  const services = standInServices(kept)
  const response = await sendContactEmail(aRequest(body), services)
  expect([response.status, await response.json()]).toEqual([200, { success: true }])
  expect(services.calls[0]?.name).toBe('store_contact_message')
  const values = Object.values(services.calls[0]?.args ?? {})
  for (const value of ['Ada Lovelace', 'ada@example.com', 'Hello.\nBye.', '192.0.2.7']) expect(values).toContain(value)
  expect(services.mails).toMatchObject([{ to: 'team@fondly.example', replyTo: 'ada@example.com' }])
})

test('a kept message is a success while mail is down', async () => {
  const mailer = { send: () => Promise.reject(new MailNotTaken('No mail server: ESOCKET', false)) }
  const response = await sendContactEmail(aRequest(body), standInServices(kept, { mailer }))
  expect(response.status).toBe(200)
})

test('a mail server that does not answer holds nobody up', async () => {
  const mailer = { send: () => new Promise<void>(() => {}) }
  const response = await sendContactEmail(aRequest(body), standInServices(kept, { mailer }))
  expect(response.status).toBe(200)
})

test('too many from one source is a 429 that does not say which limit', async () => {
  const services = standInServices({
    store_contact_message: () => {
      throw new DatabaseRefusal('PT429', 'Too many: 11 of 10 from 192.0.2.7')
    },
  })
  const response = await sendContactEmail(aRequest(body), services)
  const error = 'Too Many Attempts: Please wait before trying again.'
  expect([response.status, await response.json()]).toEqual([429, { success: false, error }])
})

test('a message that cannot be kept is a 503 in the words of the form', async () => {
  const services = standInServices({
    store_contact_message: () => {
      throw new Error('away')
    },
  })
  const response = await sendContactEmail(aRequest(body), services)
  const error = 'Failed to send message. Please try again.'
  expect([response.status, await response.json()]).toEqual([503, { success: false, error }])
  expect(services.mails).toEqual([])
})

test('the first fault of a field is the answer, and nothing is kept', async () => {
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
    const services = standInServices(kept)
    const response = await sendContactEmail(aRequest(bad), services)
    expect([response.status, await response.json()]).toEqual([400, { success: false, error }])
    expect(services.calls).toEqual([])
  }
})
