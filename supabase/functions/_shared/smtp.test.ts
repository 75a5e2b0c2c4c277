import { createServer } from 'node:tls'
import * as v from 'valibot'
import { expect, onTestFinished, test } from 'vitest'
import { createSelfSignedCertificate } from '../../../tests/support/self-signed-certificate.ts'
import { type MailServerBehaviour, startMailServer } from '../../../tests/support/smtp-server.ts'
import type { ComposedMail } from './mail.ts'
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

async function send(url: string, deadline = 5_000): Promise<MailDeliveryError | null> {
  const mailer = createSmtpMailer(url)
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

test('the SMTP mailer treats a 4xx reply as a temporary failure, and a 5xx reply to RCPT TO or DATA as permanent', async () => {
  for (const [mood, permanent] of [
    [{ recipient: 450 }, false],
    [{ recipient: 550 }, true],
    [{ message: 451 }, false],
    [{ message: 554 }, true],
  ] as const) {
    const { error } = await sendInMood(mood)
    expect(error).toMatchObject({ name: 'MailDeliveryError', permanent })
  }
})

test('the SMTP mailer’s error message contains the reply code and the SMTP command, and no address', async () => {
  const { error } = await sendInMood({ recipient: 550 })
  expect(error?.message).toMatch(/^SMTP 550.* to RCPT TO$/)
  expect(error?.message).not.toContain('ada')
})

test('the SMTP mailer treats a server that is down, hangs or disconnects as a temporary failure, and does not resend', async () => {
  expect(await send('smtp://127.0.0.1:1')).toMatchObject({ permanent: false, message: 'No mail server: ESOCKET' })
  const silent = await sendInMood('hangs', 300)
  expect(silent.error).toMatchObject({ permanent: false })
  const gone = await sendInMood('dies')
  expect(gone.error).toMatchObject({ permanent: false })
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
    permanent: false,
    message: 'The certificate of the mail server is not trusted: DEPTH_ZERO_SELF_SIGNED_CERT',
  })
})

test('the SMTP mailer sends no password to a remote server without TLS, and no mail unless tls=optional is set', async () => {
  await using server = await startMailServer()
  // 0.0.0.0 reaches the local SMTP server but is not a loopback address, so the TLS rules for a remote host apply.
  const { port } = new URL(server.url)
  expect(await send(`smtp://user:secret@0.0.0.0:${port}`)).toMatchObject({ permanent: false })
  expect(server.attempts).toBe(0)
  expect(await send(`smtp://0.0.0.0:${port}?tls=optional`)).toBeNull()
})
