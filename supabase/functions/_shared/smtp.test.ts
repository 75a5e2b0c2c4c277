import { createServer } from 'node:tls'
import * as v from 'valibot'
import { expect, onTestFinished, test } from 'vitest'
import { startScriptedMailServer } from '../../../tests/support/scripted-mail-server.ts'
import { createSelfSignedCertificate } from '../../../tests/support/self-signed-certificate.ts'
import { type MailServerBehaviour, startMailServer } from '../../../tests/support/smtp-server.ts'
import type { ComposedMail } from './mail.ts'
import { sampleMailBrand } from './mails/every-mail.ts'
import type { MailDeliveryError } from './services.ts'
import { createSmtpMailer } from './smtp.ts'

const mail: ComposedMail = {
  messageId: '42@fondly.example',
  from: { name: 'Fondly', address: 'team@fondly.example' },
  to: 'ada@example.com',
  replyTo: "o'brien@example.org",
  subject: 'Welcome',
  text: 'Grüße an Zoë\n',
  html: '<p>Grüße an Zoë</p>',
}

const site = { ...sampleMailBrand, mailFrom: null }

async function send(smtpUrl: string, deadline = 5_000): Promise<MailDeliveryError | null> {
  const mailer = createSmtpMailer({ ...site, smtpUrl })
  try {
    await mailer.send(mail, AbortSignal.timeout(deadline))
    return null
  } catch (error) {
    return error as MailDeliveryError
  } finally {
    mailer.close()
  }
}

async function sendInMood(mood: MailServerBehaviour, deadline?: number) {
  await using server = await startMailServer(mood)
  return { error: await send(server.url, deadline), server }
}

test('the SMTP mailer delivers a mail unchanged to one recipient', async () => {
  const { error, server } = await sendInMood('takes')
  expect(error).toBeNull()
  const [taken] = server.taken
  expect(taken).toMatchObject({ from: 'team@fondly.example', to: ['ada@example.com'] })
  expect(taken?.mail).toMatchObject({
    messageId: '<42@fondly.example>',
    subject: 'Welcome',
    text: expect.stringContaining('Grüße an Zoë'),
    from: { name: 'Fondly', address: 'team@fondly.example' },
    replyTo: [{ name: '', address: "o'brien@example.org" }],
  })
})

test('the SMTP mailer’s error message contains the reply code and the SMTP command, and no address', async () => {
  const { error } = await sendInMood({ recipient: 550 })
  expect(error?.message).toMatch(/^SMTP 550.* to RCPT TO$/)
  expect(error?.message).not.toContain('ada')
})

test('the SMTP mailer treats a server that is down, hangs or disconnects as a temporary failure, and does not resend', async () => {
  expect(await send('smtp://127.0.0.1:1')).toMatchObject({
    fault: 'server',
    message: 'No mail server at 127.0.0.1:1: ECONNREFUSED',
  })
  const silent = await sendInMood('hangs', 300)
  expect(silent.error).toMatchObject({ fault: 'server' })
  const gone = await sendInMood('dies')
  expect(gone.error).toMatchObject({ fault: 'server' })
  expect(gone.server.taken).toHaveLength(1) // nodemailer's connection pool did not resend the mail after the disconnect
})

test('the SMTP mailer reports an untrusted server certificate as a temporary failure that names the certificate error', async () => {
  const server = createServer(
    await createSelfSignedCertificate('localhost'),
    (socket) => void socket.end('220 here\r\n'),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = v.parse(v.object({ port: v.number() }), server.address())
  expect(await send(`smtps://localhost:${port}`)).toMatchObject({
    fault: 'server',
    message: 'The certificate of the mail server is not trusted: DEPTH_ZERO_SELF_SIGNED_CERT',
  })
})

test('the SMTP mailer sends no password to a remote server without TLS, even with tls=optional, and no mail without tls=optional', async () => {
  await using server = await startMailServer()
  // 0.0.0.0 reaches the local SMTP server but is not a loopback address, so the TLS rules for a remote host apply.
  const { port } = new URL(server.url)
  expect(await send(`smtp://user:secret@0.0.0.0:${port}`)).toMatchObject({ fault: 'server' })
  expect(await send(`smtp://user:secret@0.0.0.0:${port}?tls=optional`)).toMatchObject({ fault: 'server' })
  expect(server.attempts).toBe(0)
  expect(await send(`smtp://0.0.0.0:${port}?tls=optional`)).toBeNull()
})

test.each([
  ['Fondly <news@mail.fondly.example>', 'https://www.fondly.example', 'mail.fondly.example'],
  [null, 'https://www.fondly.example', 'www.fondly.example'],
  [null, 'http://localhost:3000', 'fondly.example'],
  [null, 'http://192.0.2.7', 'fondly.example'],
  [null, 'http://[2001:db8::1]', 'fondly.example'],
])('with MAIL_FROM %s and SITE_URL %s, the SMTP mailer sends EHLO %s', async (mailFrom, siteUrl, name) => {
  await using server = await startScriptedMailServer()
  const mailer = createSmtpMailer({ ...site, smtpUrl: server.url, mailFrom, siteUrl })
  await mailer.check()
  expect(server.commands[0]).toBe(`EHLO ${name}`)
  await mailer.send(mail, AbortSignal.timeout(5_000))
  mailer.close()
  expect(server.commands.filter((command) => command.startsWith('EHLO'))).toEqual([`EHLO ${name}`, `EHLO ${name}`])
})

test('the check of the mail server sends the same commands as the delivery of a mail up to RCPT TO, and no DATA', async () => {
  const sent = await startScriptedMailServer()
  const checked = await startScriptedMailServer()
  const url = (server: { url: string }) => server.url.replace('//', '//user:secret@')
  const mailer = createSmtpMailer({ ...site, smtpUrl: url(sent) })
  await mailer.send({ ...mail, to: site.product.mailboxes.team }, AbortSignal.timeout(5_000))
  mailer.close()
  expect(await createSmtpMailer({ ...site, smtpUrl: url(checked) }).check()).toBe('250 2.1.5 Ok')
  await expect.poll(() => checked.commands.at(-1)).toBe('QUIT')
  const delivery = sent.commands.slice(0, sent.commands.indexOf('DATA'))
  expect(delivery).toEqual([
    'EHLO www.fondly.example',
    'AUTH PLAIN',
    'MAIL FROM:<team@fondly.example>',
    'RCPT TO:<team@fondly.example>',
  ])
  expect(checked.commands).toEqual([...delivery, 'RSET', 'QUIT'])
  await sent[Symbol.asyncDispose]()
  await checked[Symbol.asyncDispose]()
})

test.each([
  ['AUTH', '535 5.7.8 Username and Password not accepted', 'SMTP 535 5.7.8 to AUTH PLAIN'],
  ['MAIL FROM', '553 5.7.1 <team@fondly.example>: Sender address rejected', 'SMTP 553 5.7.1 to MAIL FROM'],
  ['RCPT TO', '504 5.5.2 <x>: Helo command rejected: need fully-qualified hostname', 'SMTP 504 5.5.2 to RCPT TO'],
] as const)('the check of the mail server fails with the reply when %s is refused', async (step, reply, message) => {
  await using server = await startScriptedMailServer({ [step]: reply })
  const smtpUrl = server.url.replace('//', '//user:secret@')
  const refusal = await createSmtpMailer({ ...site, smtpUrl })
    .check()
    .catch((error: unknown) => error)
  expect(refusal).toMatchObject({ name: 'MailDeliveryError', fault: 'server', message, reply })
})

test('the check of the mail server fails when the server is down or disconnects, and its result is cached for five seconds', async () => {
  await expect(createSmtpMailer({ ...site, smtpUrl: 'smtp://127.0.0.1:1' }).check()).rejects.toMatchObject({
    message: 'No mail server at 127.0.0.1:1: ECONNREFUSED',
  })
  await using server = await startScriptedMailServer()
  const mailer = createSmtpMailer({ ...site, smtpUrl: server.url })
  await Promise.all([mailer.check(), mailer.check()])
  await mailer.check()
  expect(server.commands.filter((command) => command.startsWith('EHLO'))).toHaveLength(1)
})
