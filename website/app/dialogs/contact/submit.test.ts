import { CONVERTED_EMAIL_VECTORS } from '@site/contract/validation-vectors'
import { expect, test } from 'vitest'
import { parseContactResult } from '../../backend/contact.ts'
import { contactToasts } from './form.ts'
import { submitContact } from './submit.ts'

const typed = { name: ' Anna ', email: 'anna@example.com ', message: ' Hello\r\nthere ' }

test('submitContact sends the message with normalised fields and returns the email address for the reply', {
  tags: ['R3.10', 'R6.5', 'R7.6'],
}, async () => {
  const sent: unknown[] = []
  const outcome = await submitContact(typed, '', async (message) => {
    sent.push(message)
    return { sent: true }
  })
  expect(outcome).toEqual({ kind: 'sent', email: 'anna@example.com' })
  expect(sent).toEqual([{ name: 'Anna', email: 'anna@example.com', message: 'Hello\nthere' }])
})

test('submitContact sends an internationalised or pasted email address in its ASCII form', async () => {
  for (const { input, outcome } of CONVERTED_EMAIL_VECTORS) {
    const result = await submitContact({ ...typed, email: input }, '', async () => ({ sent: true }))
    expect(result).toMatchObject({ kind: 'sent', email: expect.stringMatching(new RegExp(`^${outcome}$`, 'i')) })
  }
})

test('submitContact rejects empty fields, an invalid email address and a message that is too long', {
  tags: ['R5.29'],
}, async () => {
  const never = () => Promise.reject(new Error('nothing may be sent'))
  expect(await submitContact({ name: '', email: '', message: ' ' }, '', never)).toEqual({
    kind: 'invalid',
    faults: { name: 'Name is required', email: 'Email is required', message: 'Message is required' },
  })
  expect(await submitContact({ ...typed, email: 'anna' }, '', never)).toEqual({
    kind: 'invalid',
    faults: { email: 'Invalid email format' },
  })
  expect(await submitContact({ ...typed, message: 'a'.repeat(5001) }, '', never)).toEqual({
    kind: 'invalid',
    faults: { message: 'Message too long' },
  })
})

test('submitContact does not send the message when the honeypot field is filled in', async () => {
  const never = () => Promise.reject(new Error('nothing may be sent'))
  expect(await submitContact(typed, 'filled', never)).toEqual({
    kind: 'failed',
    reason: 'Failed to send message. Please try again.',
  })
})

test('submitContact returns the failure reason when the message could not be sent', async () => {
  expect(await submitContact(typed, '', async () => ({ sent: false, reason: 'Message too long' }))).toEqual({
    kind: 'failed',
    reason: 'Message too long',
  })
})

function refusal(body: string, status = 400): Error {
  return Object.assign(new Error('Edge Function returned a non-2xx status code'), {
    context: new Response(body, { status }),
  })
}

test('parseContactResult returns the error from the response body or a generic one, never the supabase-js message', {
  tags: ['R7.7'],
}, async () => {
  const answers: [unknown, unknown, string][] = [
    [null, refusal('{"success":false,"error":"Message too long"}'), 'Message too long'],
    [null, refusal('{"success":false}'), 'Failed to send email'],
    [null, refusal('<html>Bad Gateway</html>', 502), 'Failed to send email'],
    [null, refusal('{"error":{"odd":1}}'), 'Failed to send email'],
    [{ success: false, error: 'Message is required' }, null, 'Message is required'],
    [{ success: false }, null, 'Email sending failed'],
    [{ success: 'true' }, null, 'Email sending failed'],
    ['', null, 'Email sending failed'],
    [null, null, 'Email sending failed'],
  ]
  for (const [data, error, reason] of answers)
    expect(await parseContactResult({ data, error })).toEqual({ sent: false, reason })
  expect(await parseContactResult({ data: { success: true }, error: null })).toEqual({ sent: true })
})

test('parseContactResult throws when the server did not respond', { tags: ['R7.7'] }, async () => {
  const noAnswer = Object.assign(new Error('Failed to send a request'), { context: new TypeError('Failed to fetch') })
  await expect(parseContactResult({ data: null, error: noAnswer })).rejects.toMatchObject({ cause: noAnswer })
})

test('the toasts of the contact form have the texts of the specification', { tags: ['R8.14'] }, () => {
  expect(contactToasts.sent).toEqual({
    title: 'Message Sent!',
    text: "Thank you for contacting us. We'll get back to you soon!",
  })
  expect(contactToasts.failed('Failed to send email')).toEqual({ title: 'Error', text: 'Failed to send email' })
})
