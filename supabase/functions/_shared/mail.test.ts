import * as v from 'valibot'
import { expect, test } from 'vitest'
import { type ComposedMail, mailSenderSchema, maskAddress, toSmtpMessage, validateComposedMail } from './mail.ts'

const mail: ComposedMail = {
  messageId: '42@fondly.example',
  from: { name: 'Fondly', address: 'team@fondly.example' },
  to: 'ada@example.com',
  replyTo: null,
  subject: 'Welcome to Fondly',
  text: 'x',
  html: 'x',
}

test('validateComposedMail throws for a line break, a NUL or another control character in a header value', () => {
  for (const bad of ['\r\nBcc: eve@example.com', '\nX: y', '\rX', '\u0000', '\u0085', '\u007f']) {
    expect(() => validateComposedMail({ ...mail, subject: `Welcome${bad}` })).toThrow(/^Invalid|required/)
    expect(() => validateComposedMail({ ...mail, from: { ...mail.from, name: `Fondly${bad}` } })).toThrow(
      /^Invalid|required/,
    )
    expect(() =>
      validateComposedMail({ ...mail, from: { ...mail.from, address: `team@fondly.example${bad}x` } }),
    ).toThrow(/^Invalid|required/)
    expect(() => validateComposedMail({ ...mail, to: `ada@example.com${bad}x` })).toThrow(/^Invalid|required/)
    expect(() => validateComposedMail({ ...mail, replyTo: `ada@example.com${bad}x` })).toThrow(/^Invalid|required/)
    expect(() => validateComposedMail({ ...mail, messageId: `42@fondly.example${bad}x` })).toThrow(/^Invalid|required/)
  }
})

test('validateComposedMail throws for a recipient or Reply-To value that is not exactly one plain address', () => {
  for (const bad of ['ada@example.com, eve@example.com', 'Ada <ada@example.com>', 'ada', '', '"a b"@example.com']) {
    expect(() => validateComposedMail({ ...mail, to: bad })).toThrow(/^Invalid|required/)
    expect(() => validateComposedMail({ ...mail, replyTo: bad })).toThrow(/^Invalid|required/)
  }
  expect(validateComposedMail(mail)).toEqual(mail)
})

test('maskAddress keeps only the first letter of the local part and of the domain', () => {
  expect(maskAddress('ada.lovelace@example.com')).toBe('a***@e…')
  expect(maskAddress('nonsense')).toBe('***')
})

test('mailSenderSchema accepts only one address, with or without a display name', () => {
  const read = (text: string) => v.safeParse(mailSenderSchema, text).output
  expect(read('Fondly <team@example.com>')).toEqual({ name: 'Fondly', address: 'team@example.com' })
  expect(read('"Fondly, Inc." <team@example.com>')).toEqual({ name: 'Fondly, Inc.', address: 'team@example.com' })
  expect(read('team@example.com')).toEqual({ name: null, address: 'team@example.com' })
  for (const bad of [
    '',
    'Fondly',
    'a@example.com, b@example.com',
    'Fondly <team>',
    'A <a@example.com> <b@example.com>',
  ]) {
    expect(v.is(mailSenderSchema, bad)).toBe(false)
  }
})

test('toSmtpMessage sets the SMTP envelope explicitly and disables nodemailer’s access to files and URLs', () => {
  expect(toSmtpMessage(mail)).toEqual({
    envelope: { from: 'team@fondly.example', to: ['ada@example.com'] },
    messageId: '<42@fondly.example>',
    from: { name: 'Fondly', address: 'team@fondly.example' },
    to: { name: '', address: 'ada@example.com' },
    subject: 'Welcome to Fondly',
    text: 'x',
    html: 'x',
    headers: { 'Auto-Submitted': 'auto-generated' },
    textEncoding: 'quoted-printable',
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  expect(toSmtpMessage({ ...mail, replyTo: 'bob@example.com' }).replyTo).toEqual({
    name: '',
    address: 'bob@example.com',
  })
  expect(() => toSmtpMessage({ ...mail, to: 'ada' })).toThrow('Invalid email format')
  expect(toSmtpMessage({ ...mail, isWrittenByPerson: true }).headers).toEqual({})
  expect(toSmtpMessage({ ...mail, unsubscribe: 'privacy@fondly.example' }).headers).toEqual({
    'Auto-Submitted': 'auto-generated',
    'List-Unsubscribe': '<mailto:privacy@fondly.example?subject=unsubscribe>',
  })
  expect(() => toSmtpMessage({ ...mail, unsubscribe: 'privacy@fondly.example>\r\nX: y' })).toThrow(
    'Invalid email format',
  )
})

test('maskAddress masks a one-letter local part like any other, and the whole address when the local part is empty', () => {
  expect([maskAddress('a@example.com'), maskAddress('@example.com')]).toEqual(['a***@e…', '***'])
})

test('mailSenderSchema trims the display name and the address, and its error message shows an example', () => {
  const read = (text: string) => v.safeParse(mailSenderSchema, text).output
  expect(read('  Fondly   < team@example.com > ')).toEqual({ name: 'Fondly', address: 'team@example.com' })
  expect(read('Fondly<team@example.com>')).toEqual({ name: 'Fondly', address: 'team@example.com' })
  expect(read('" Fondly " <team@example.com>')).toEqual({ name: 'Fondly', address: 'team@example.com' })
  expect(read('<team@example.com>')).toEqual({ name: null, address: 'team@example.com' })
  expect(v.safeParse(mailSenderSchema, 'The team').issues?.[0].message).toBe(
    'must be an address such as Team <team@example.com>',
  )
})
