import { expect, test } from 'vitest'
import { type SmtpStep, startScriptedMailServer } from '../../../tests/support/scripted-mail-server.ts'
import { composeSampleMails, sampleMailBrand } from './mails/every-mail.ts'
import type { MailDeliveryError, MailFault } from './services.ts'
import { createSmtpMailer } from './smtp.ts'

/** Replies of real mail servers: by what a delivery takes the failure for, and by the step at which the server sends them. */
const REPLIES: Readonly<Record<Exclude<MailFault, 'mail'>, Partial<Record<SmtpStep, readonly string[]>>>> = {
  address: {
    'RCPT TO': [
      'Gmail: 550-5.1.1 The email account that you tried to reach does not exist. Please try\n550-5.1.1 double-checking the recipient’s email address for typos or\n550 5.1.1 unnecessary spaces. - gsmtp',
      'Outlook: 550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup',
      'iCloud: 550 5.1.1 <ada@icloud.com>: user does not exist',
      'Postfix: 550 5.1.1 <ada@example.com>: Recipient address rejected: User unknown in local recipient table',
      'Postfix: 550 5.1.2 <ada@example.invalid>: Recipient address rejected: Domain not found',
      'Postfix without enhanced codes: 550 <ada@example.com>: Recipient address rejected: User unknown in virtual mailbox table',
      'Sendmail: 550 5.1.1 <ada@example.com>... User unknown',
      'Sendmail: 553 5.1.3 <ada@example.com>... User address required',
      'null MX: 556 5.1.10 Recipient address has null MX',
      'Exim: 550 No Such User Here',
      'Exim: 550 Unrouteable address',
      'Exim: 550 unknown user',
      'qmail: 550 sorry, no mailbox here by that name (#5.1.1 - chkuser)',
      'Yahoo: 554 delivery error: dd This user doesn’t have a yahoo.com account (ada@yahoo.com) [0]',
      'Yahoo: 552 1 Requested mail action aborted, mailbox not found',
      'Lotus Domino: 550 ada@example.com... No such user',
    ],
  },
  recipient: {
    'RCPT TO': [
      'Gmail: 552-5.2.2 The email account that you tried to reach is over quota.\n552 5.2.2 - gsmtp',
      'Gmail: 550 5.2.1 The email account that you tried to reach is disabled. - gsmtp',
      'Gmail: 450 4.2.1 The user you are trying to contact is receiving mail too quickly',
      'Postfix: 552 5.2.2 <ada@example.com>: user is over quota',
      'Postfix: 450 4.1.1 <ada@example.com>: Recipient address rejected: User unknown in local recipient table',
    ],
    message: [
      'Outlook: 554 5.2.2 mailbox full; STOREDRV.Deliver.Exception:QuotaExceededException',
      'Exchange: 550 5.1.10 RESOLVER.ADR.RecipientNotFound; not found',
    ],
  },
  server: {
    message: [
      'Gmail: 550-5.4.5 Daily user sending limit exceeded. For more information on Gmail\n550 5.4.5 sending limits go to support.google.com - gsmtp',
      'Gmail: 550-5.7.26 This mail has been blocked because the sender is unauthenticated.\n550 5.7.26 - gsmtp',
      'Gmail: 552 5.7.0 This message was blocked because its content presents a potential security issue',
      'Office 365: 554 5.2.0 STOREDRV.Submission.Exception:SendAsDeniedException.MapiExceptionSendAsDenied',
      'Office 365: 550 5.7.60 SMTP; Client does not have permissions to send as this sender',
      'Yahoo: 554 Message not allowed - [PH01] Email not accepted for policy reasons.',
      'Exim: 550 This message was classified as SPAM and may not be delivered',
      'Amazon SES: 554 Message rejected: Email address is not verified.',
      'Amazon SES: 454 Throttling failure: Daily message quota exceeded.',
    ],
    'MAIL FROM': [
      'Comcast: 550 5.1.0 Authentication required',
      'Gmail: 530 5.7.0 Must issue a STARTTLS command first',
      'Outlook: 550 5.7.1 Unfortunately, messages from [192.0.2.1] weren’t sent. (S3140)',
      'Yahoo: 553 5.7.1 [BL21] Connections will not be accepted from 192.0.2.1',
      'Amazon SES: 501 Invalid MAIL FROM address provided',
    ],
    AUTH: [
      'Gmail: 535-5.7.8 Username and Password not accepted.\n535 5.7.8 gsmtp',
      'Amazon SES: 535 Authentication Credentials Invalid',
      'Brevo: 525 5.7.1 Unauthorized IP address',
    ],
    EHLO: ['Gmail: 421 4.7.0 Try again later, closing connection. (EHLO)'],
    'RCPT TO': [
      'Postfix without enhanced codes: 450 <ada@example.com>: Recipient address rejected: User unknown in local recipient table',
      'Outlook: 550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302)',
      'Outlook: 550 5.4.1 Recipient address rejected: Access denied',
      'Office 365: 432 4.3.2 STOREDRV.ClientSubmit; sender thread limit exceeded',
      'Postfix: 554 5.7.1 <ada@example.com>: Relay access denied',
      'Postfix: 504 5.5.2 <[127.0.0.1]>: Helo command rejected: need fully-qualified hostname',
      'Postfix: 550 5.1.8 <team@fondly.example>: Sender address rejected: Domain not found',
      'Postfix: 550 5.1.0 <team@fondly.example>: Sender address rejected: User unknown in virtual mailbox table',
      'Postfix: 550 5.1.1 <team@fondly.example>: Sender address rejected: undeliverable address',
      'Postfix: 452 4.3.1 Insufficient system storage',
      'Postgrey: 450 4.2.0 <ada@example.com>: Recipient address rejected: Greylisted, see https://postgrey.example',
      'Exim: 550 relay not permitted',
      'Exim: 550-Verification failed for <team@fondly.example>\n550-No Such User Here\n550 Sender verify failed',
      'Exim: 550 Mailbox full',
      'Exim: 550 Greylisted, try again in five minutes',
      'GMX: 550 Requested action not taken: mailbox unavailable',
      'SendGrid: 451 You have exceeded your messaging limits',
      'Spamhaus: 554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.org',
    ],
    DATA: ['SendGrid: 550 The from address does not match a verified Sender Identity'],
  },
}

const cases = Object.entries(REPLIES).flatMap(([fault, steps]) =>
  Object.entries(steps).flatMap(([step, replies]) =>
    replies.map((each) => {
      const [server = '', reply = ''] = each.split(/: (.*)/s)
      return { fault, step, server, reply }
    }),
  ),
)

const [sample] = composeSampleMails()
if (sample === undefined) throw new Error('There is no sample mail.')
const { mail } = sample

test.each(cases)(
  '$server replies to $step with "$reply": the failure is about the $fault',
  async ({ step, reply, fault }) => {
    await using server = await startScriptedMailServer({ [step]: reply })
    const smtpUrl = server.url.replace('//', '//user:secret@')
    const mailer = createSmtpMailer({ ...sampleMailBrand, mailFrom: null, smtpUrl })
    const error: MailDeliveryError = await mailer.send(mail, AbortSignal.timeout(5_000)).then(
      () => expect.fail('The mail was accepted.'),
      (refusal) => refusal,
    )
    mailer.close()
    expect(error).toMatchObject({ name: 'MailDeliveryError', fault, isFinal: fault === 'address' })
    // The message is stored and logged, so it contains only the codes and the command.
    expect(error.message).toMatch(/^SMTP \d{3}( \d\.\d+\.\d+)?( to [A-Z ]+)?$/)
  },
)

test('only a 5xx reply to RCPT TO ends the retries: no reply code alone does, at any step', async () => {
  for (const step of ['AUTH', 'MAIL FROM', 'RCPT TO', 'DATA', 'message'] as const) {
    for (const code of [421, 450, 451, 452, 454, 500, 503, 530, 535, 550, 551, 552, 553, 554, 556]) {
      await using server = await startScriptedMailServer({ [step]: `${code} No` })
      const smtpUrl = server.url.replace('//', '//user:secret@')
      const mailer = createSmtpMailer({ ...sampleMailBrand, mailFrom: null, smtpUrl })
      const error = await mailer.send(mail, AbortSignal.timeout(5_000)).catch((refusal: unknown) => refusal)
      mailer.close()
      expect(error, `${code} to ${step}`).toMatchObject({ fault: 'server', isFinal: false })
    }
  }
})
