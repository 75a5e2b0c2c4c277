import { expect, test } from 'vitest'
import { formatDuration } from './auth-code.ts'
import { composeMail } from './compose.ts'
import { sampleMailBrand } from './every-mail.ts'
import { sampleMailData } from './sample-data.ts'

const SIGNATURE =
  'Hannah & Sam who made Fondly --  Fondly: Keep the photos you’ll look back on, fondly. https://www.fondly.example'
const ASKED_FOR =
  'You’re getting this email because someone, most likely you, asked for it at fondly.example. ' +
  'If it wasn’t you, ignore it: nothing happens without the code. ' +
  'If you’d like your account to be removed, write to privacy@fondly.example.'
const HAS_ACCOUNT =
  'You’re getting this email because this address belongs to an account at fondly.example. ' +
  'If you’d like your account to be removed, write to privacy@fondly.example.'
const LINK = `https://www.fondly.example${sampleMailData.path}`

function written(kind: string, data: object = sampleMailData): { subject: string; text: string } {
  const { subject, text } = composeMail({ id: '7d1c', kind, recipient: 'ada@example.com', data }, sampleMailBrand, null)
  return { subject, text: text.trim().replace(/\n+/g, ' ') }
}

const withLink: [kind: string, subject: string, heading: string, before: string, label: string][] = [
  [
    'auth_confirm',
    'Confirm your Fondly account',
    'One last step',
    'Thanks for creating an account. To confirm that this address is yours, enter this code:',
    'Confirm my address:',
  ],
  [
    'auth_email_change',
    'Confirm the new address for your Fondly account',
    'A new address',
    'Someone, most likely you, asked to change the email address of your account. To confirm the change, enter this code:',
    'Confirm the change:',
  ],
  [
    'auth_invite',
    'You’re invited to Fondly',
    'You’re invited',
    'We’ve set up a Fondly account for you. To accept it, enter this code:',
    'Accept the invitation:',
  ],
  ['auth_magic_link', 'Your Fondly sign-in code', 'Welcome back', 'To sign in, enter this code:', 'Sign in:'],
  [
    'auth_recovery',
    'Set a new Fondly password',
    'Forgot your password?',
    'To set a new one, enter this code:',
    'Set a new password:',
  ],
]

test.each(withLink)(
  'the account mail %s states its purpose, the code, the link and how long both are valid, in this order',
  (kind, subject, heading, before, label) => {
    expect(written(kind)).toEqual({
      subject,
      text:
        `${heading} ${before} 048213 It works once, for one hour. We’ll never ask for it by phone or email. ` +
        `Or use the button, on this device: ${label} ${LINK} ${SIGNATURE} ${kind === 'auth_invite' ? HAS_ACCOUNT : ASKED_FOR}`,
    })
  },
)

test('the reauthentication mail has a code and no link', () => {
  expect(written('auth_reauthentication')).toEqual({
    subject: 'Your Fondly code',
    text:
      'Confirm it’s you To finish the change you started, enter this code: 048213 ' +
      `It works once, for one hour. We’ll never ask for it by phone or email. ${SIGNATURE} ${ASKED_FOR}`,
  })
})

test('the account notice mail names the change, its time, and what to do if the account owner did not make it', () => {
  expect(written('auth_notice')).toEqual({
    subject: 'Your Fondly account was changed',
    text:
      'Your account was changed Your password was changed, and you were signed out on all other devices. ' +
      'When: Mar 5, 2026, 2:07 PM UTC If that was you, all is well. If it wasn’t, set a ' +
      'new password right away (“Forgot your password?” when you sign in) and write to support@fondly.example. Go to Fondly: ' +
      `https://www.fondly.example/ ${SIGNATURE} ${HAS_ACCOUNT}`,
  })
})

test('the text of a contact message mail has the visitor’s name and email address before the message', () => {
  expect(written('contact_message').text).toMatch(
    /^A message for you Name: Ada Lovelace Email: ada@example\.com > Hello\./,
  )
})

test('composing an account mail throws for a code that is not exactly six digits', () => {
  for (const code of ['12345', '1234567', '12345a', '1234 6', 'x123456', '', 123456]) {
    expect(() => written('auth_confirm', { ...sampleMailData, code }), String(code)).toThrow(/^Invalid/)
  }
})

test('formatDuration uses days for two or more whole days, hours for whole hours, and minutes otherwise', () => {
  expect([1, 2, 15, 60, 90, 120, 1440, 2880, 10080].map(formatDuration)).toEqual([
    'one minute',
    '2 minutes',
    '15 minutes',
    'one hour',
    '90 minutes',
    '2 hours',
    '24 hours',
    '2 days',
    '7 days',
  ])
})

test('formatDuration uses hours or minutes for a duration over one day that is not a whole number of days', () => {
  expect([25 * 60, 25 * 60 + 1].map(formatDuration)).toEqual(['25 hours', '1501 minutes'])
})
