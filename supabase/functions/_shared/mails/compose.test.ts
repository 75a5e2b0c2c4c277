import { expect, test } from 'vitest'
import { toSmtpMessage, validateComposedMail } from '../mail.ts'
import { composeMail } from './compose.ts'
import { composeSampleMails, sampleMailBrand } from './every-mail.ts'
import { formatGreeting } from './greeting.ts'
import { MAIL_KINDS } from './kinds.ts'
import { sampleMailData } from './sample-data.ts'

const brand = sampleMailBrand
const visitor = { ...sampleMailData, message: 'Hello.\n\nBye.' }
const account = visitor

function compose(kind: string, data: object = visitor, mailFrom: string | null = null) {
  const recipient = kind === 'contact_message' ? null : 'ada@example.com'
  return composeMail({ id: '7d1c', kind, recipient, data }, brand, mailFrom)
}

test.each(Object.keys(MAIL_KINDS))('the mail %s has a text and an HTML part and one recipient', (kind) => {
  const mail = compose(kind)
  expect(validateComposedMail(mail)).toEqual(mail)
  expect(mail.from).toEqual({ name: 'Hannah and Sam at Fondly', address: 'team@fondly.example' })
  expect(mail.messageId).toBe('7d1c@fondly.example')
  expect(mail.text).toContain(brand.siteUrl)
  expect(mail.html).toMatch(/^<!doctype html>/)
})

test.each(Object.keys(MAIL_KINDS))(
  'the mail %s has exactly one sentence on how to be removed in each of its parts',
  (kind) => {
    const { text, html } = compose(kind)
    expect(text.replaceAll('\n', ' ').match(/[^.]*\bbe removed\b[^.]*/g)).toHaveLength(1)
    expect(html.match(/\bbe removed\b/g)).toHaveLength(1)
  },
)

test.each(Object.keys(MAIL_KINDS).filter((kind) => /^auth_(?!notice|global_limit|outage)/.test(kind)))(
  'the mail %s has the code in the text and HTML parts, before any other six digits',
  (kind) => {
    const { subject, text, html } = compose(kind)
    expect(/\d{6}/.exec(text)?.[0]).toBe(account.code)
    expect(html).toContain(`>${account.code}</p>`)
    expect(subject).not.toMatch(/\d/)
    if (kind === 'auth_reauthentication') return
    expect(text).toContain(`\n${brand.siteUrl}${account.path}\n`)
    expect(html).toContain(`href="${brand.siteUrl}${account.path.replace('&', '&amp;')}"`)
  },
)

test('composeMail throws for an account mail whose path is not that of the confirmation page', () => {
  for (const path of [
    '//evil.example/#confirm?a=b',
    '/#confirm?a=b\nhttps://evil.example',
    '/download',
    '/#confirm?<b>',
  ]) {
    expect(() => compose('auth_confirm', { ...account, path })).toThrow()
  }
})

test('the welcome mails for free and paid access are letters of the founders with a download link, answered by the team', {
  tags: ['R3.12'],
}, () => {
  for (const kind of ['welcome_free', 'welcome_paid']) {
    const { text, html, replyTo } = compose(kind)
    expect(text).toMatch(/^Hi Ada,\n\nHannah and Sam here\. Thank/)
    expect(text).toContain('\nhttps://www.fondly.example/download\n')
    expect(text).toContain('Your photos never leave your computer.')
    expect(html).toContain('href="https://www.fondly.example/download"')
    expect(replyTo).toBe('team@fondly.example')
  }
  expect(compose('welcome_free').subject).toBe('Your Fondly download')
  expect(compose('welcome_paid').subject).toBe('Your Fondly Early Access')
  expect(compose('welcome_paid').text).toContain('receipt')
  const product = { ...brand.product, promises: [] }
  const row = { id: '1', kind: 'welcome_free', recipient: 'ada@example.com', data: visitor }
  expect(composeMail(row, { ...brand, product }, null).text).toContain('whether it’s for you.\n\nIf something’s odd')
})

/** The kinds of mail that a buyer may get, although the beta is free: none may say so. */
const TO_BUYERS = Object.keys(MAIL_KINDS).filter((kind) => kind !== 'welcome_free')

test.each(TO_BUYERS)('the mail %s, which a buyer may get, says nothing of free', (kind) => {
  const { subject, text, html } = compose(kind)
  expect(subject + text + html).not.toMatch(/\bfree\b|costs? nothing|no card/i)
})

test.each(Object.keys(MAIL_KINDS))('the mail %s is signed by the founders, by the site, or by its author', (kind) => {
  const { text, html } = compose(kind)
  const signatures = ['Hannah & Sam\nwho made Fondly', 'Your website\nfondly.example', 'Warm wishes, Grace']
  const signature = signatures.filter((lines) => text.includes(lines))
  expect(signature).toHaveLength(1)
  for (const line of signature[0]?.split('\n') ?? []) expect(html).toContain(`>${line.replace('&', '&amp;')}</p>`)
})

test('the invitation of a wave has the link of the welcome mails, and mentions no price or payment', () => {
  const { subject, text, html } = compose('wave_invitation', { ...visitor, amount: 49 })
  expect(subject).toBe('Your spot in Fondly early access')
  expect(text).toContain('Hi Ada,')
  expect(text.replaceAll('\n', ' ')).toContain('one of the new spots is yours')
  expect(text).toContain('\nhttps://www.fondly.example/download\n')
  expect(html).toContain('href="https://www.fondly.example/download"')
  expect(text + html).not.toMatch(/\b(free|pay|paid|payment|price|49)\b/i)
})

test('a contact message mail is addressed to the team with the visitor in Reply-To', () => {
  const mail = compose('contact_message')
  expect(mail).toMatchObject({ to: 'team@fondly.example', replyTo: 'ada@example.com' })
  expect(mail.text).toContain('> Hello.\n>\n> Bye.')
  expect(mail.html).toContain('Hello.<br>\n<br>\nBye.')
})

test('each question and its answer have a subject of their own, only invitations name an address to unsubscribe, and only answers are not marked as generated', () => {
  const subjects = ['Does it read raw files?', 'And on a phone?'].map((message) => [
    compose('contact_message', { ...visitor, message }).subject,
    compose('message_answer', { answer: 'Yes.', message }).subject,
  ])
  expect(subjects).toEqual([
    ['Ada Lovelace: Does it read raw files?', 'Our answer to “Does it read raw files?”'],
    ['Ada Lovelace: And on a phone?', 'Our answer to “And on a phone?”'],
  ])
  const marks = composeSampleMails().map(({ kind, mail }) => ({ kind, ...toSmtpMessage(mail).headers }))
  expect(marks.filter((headers) => 'List-Unsubscribe' in headers)).toMatchObject([
    { kind: 'wave_invitation', 'List-Unsubscribe': '<mailto:privacy@fondly.example?subject=unsubscribe>' },
  ])
  expect(marks.filter((headers) => !('Auto-Submitted' in headers)).map(({ kind }) => kind)).toEqual(['message_answer'])
})

test('a digest of contact messages says how many arrived and when, and has no Reply-To', () => {
  const data = { since: '2026-03-05T14:00:00+00:00', until: '2026-03-05T14:15:00+00:00', count: 1990 }
  const mail = compose('contact_message', data)
  expect(mail).toMatchObject({
    to: 'team@fondly.example',
    subject: 'More messages from the contact form',
    replyTo: null,
  })
  expect(mail.text).toMatch(/Messages: +1990\n.*2:00 PM UTC\n.*2:15 PM UTC/)
})

test('a visitor’s name and message cannot inject markup, headers or a subject into a contact message mail', () => {
  const hostile = `<img src=x onerror=alert(1)>"'&\u202e</blockquote></td>{{7*7}}`
  const data = { name: `Eve ${hostile}`, email: 'eve@example.com', message: `${hostile}\nSubject: x\n.\n-- \n` }
  const { subject, text, html, from } = compose('contact_message', data)
  expect(html).not.toMatch(/<img (?!src="cid:)|<\/blockquote><\/td>|\u202e/)
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;')
  expect(text).not.toContain('\u202e')
  expect(text).toContain('> Subject: x\n> .\n> --')
  expect(from.name).not.toMatch(/Eve|img/)
  expect(subject).toMatch(/^Eve <img src=x [^\p{Cc}\p{Cf}]+: <img src=x [^\p{Cc}\p{Cf}]+$/u)
  expect(subject.length).toBeLessThan(115)
  const injected = compose('contact_message', {
    ...data,
    name: 'Eve\r\nBcc: a@b.example',
    message: 'Hi\r\nBcc: c@d.example',
  })
  expect(injected.subject).toBe('Eve Bcc: a@b.example: Hi Bcc: c@d.example')
})

test('composeMail throws for a stored email address with a line break', () => {
  const data = { ...visitor, email: 'eve@example.com\r\nBcc: bob@example.com' }
  expect(() => compose('contact_message', data)).toThrow('Invalid email format')
  const row = { id: '1', kind: 'welcome_free', recipient: 'eve@example.com\r\nBcc: bob@example.com', data: visitor }
  expect(() => composeMail(row, brand, null)).toThrow('Invalid email format')
})

test('composeMail throws for an unknown mail kind and for data that does not match the schema of its kind', () => {
  expect(() => compose('newsletter')).toThrow('There is no mail of the kind "newsletter".')
  expect(() => compose('toString')).toThrow('There is no mail')
  expect(() => compose('welcome_free', {})).toThrow('Invalid key')
})

test('composeMail sends from MAIL_FROM, with the founders and the product as display name when MAIL_FROM has none', () => {
  expect(compose('welcome_free', visitor, 'Ada <hello@example.org>').from).toEqual({
    name: 'Ada',
    address: 'hello@example.org',
  })
  expect(compose('welcome_free', visitor, 'hello@example.org').from).toEqual({
    name: 'Hannah and Sam at Fondly',
    address: 'hello@example.org',
  })
})

test('formatGreeting uses the first word of a name, unless a mail client would turn it into a link', () => {
  expect(formatGreeting('Ada Lovelace')).toBe('Hi Ada,')
  expect(formatGreeting(' \n Ada  Lovelace ')).toBe('Hi Ada,')
  expect(formatGreeting('王伟')).toBe('Hi 王伟,')
  expect(formatGreeting('محمد‌رضا Karimi')).toBe('Hi محمد‌رضا,')
  expect(formatGreeting("D’Arcy-O'Neil")).toBe("Hi D’Arcy-O'Neil,")
  for (const name of [
    'evil.example',
    'evil。example',
    'http://3232235777/pay',
    'ask@example',
    'tel:+4520123456',
    '+4520123456',
  ]) {
    expect(formatGreeting(`${name} Smith`), name).toBe('Hi there,')
  }
  expect(formatGreeting('x'.repeat(31))).toBe('Hi there,')
  expect(formatGreeting('')).toBe('Hi there,')
})

test('composeMail wraps lines of the text part at 72 characters, except for a longer word', () => {
  const data = { ...visitor, message: `${'word '.repeat(60)}\nhttps://example.com/${'x'.repeat(100)}` }
  const lines = compose('contact_message', data).text.split('\n')
  expect(lines.filter((line) => line.length > 72)).toEqual([`> https://example.com/${'x'.repeat(100)}`])
})

test('composeSampleMails addresses every mail to the given recipient, except the contact message, which goes to the team', () => {
  for (const { kind, mail } of composeSampleMails('ada@example.com')) {
    expect(mail.to, kind).toBe(kind === 'contact_message' ? 'team@fondly.example' : 'ada@example.com')
  }
})
