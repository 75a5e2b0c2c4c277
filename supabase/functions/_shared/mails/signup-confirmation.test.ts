import { expect, test } from 'vitest'
import { composeMail } from './compose.ts'
import { sampleMailBrand } from './every-mail.ts'
import { sampleMailData } from './sample-data.ts'

function write(data: object = {}) {
  const row = { id: '7d1c', kind: 'signup_confirmation', recipient: 'ada@example.com' }
  return composeMail({ ...row, data: { ...sampleMailData, ...data } }, sampleMailBrand, null)
}

test('the confirmation mail says what to press, by when, and what happens without a press', () => {
  const { subject, text, html } = write()
  const link = `https://www.fondly.example/confirm#${sampleMailData.token}`
  expect(subject).toBe('Confirm your sign-up for Fondly')
  expect(text.trim().replace(/\n+/g, ' ')).toBe(
    'Hi Ada, Someone, most likely you, signed up for early access to Fondly with this address. If it was you, confirm ' +
      `it here: Confirm my sign-up: ${link} Please confirm by Mar 7, 2026, 2:07 PM UTC. ` +
      'After that, we delete your sign-up, and you can sign up again at any time. ' +
      'Hannah & Sam who made Fondly --  Fondly: Keep the photos you’ll look back on, fondly. https://www.fondly.example ' +
      'You’re getting this email because this address was entered in the sign-up form at fondly.example. ' +
      'If it wasn’t you, do nothing: we delete what isn’t confirmed. ' +
      'If you’d like to be removed at once, write to privacy@fondly.example.',
  )
  expect(html).toContain(`href="${link}"`)
  // The mail contains the secret only in the fragment of the link.
  expect(html.replaceAll(`/confirm#${sampleMailData.token}`, '')).not.toContain(sampleMailData.token)
})

test('the confirmation mail accepts the time that PostgreSQL writes into JSON, in any time zone', () => {
  expect(write({ confirm_by: '2026-03-07T15:07:00.123456+01:00' }).text).toContain('Mar 7, 2026, 2:07 PM UTC')
})

test('composing a confirmation mail throws without a secret of 64 hexadecimal digits, or without a time', () => {
  for (const token of [undefined, '', 'x', `${sampleMailData.token}0`, `${sampleMailData.token.slice(1)}?`])
    expect(() => write({ token }), String(token)).toThrow()
  expect(() => write({ confirm_by: 'soon' })).toThrow()
})
