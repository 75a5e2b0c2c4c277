import type { SMTPConnectionCustomAuthHandler } from 'nodemailer/lib/smtp-connection'
import type { SmtpOptions } from './smtp-options.ts'
import { describeRefusal, toDeliveryError } from './smtp-refusal.ts'

/** Name under which the probe is registered with nodemailer as an authentication method. It is not sent to the mail server. */
const PROBE = 'PROBE'

/**
 * Asks a mail server whether it accepts a mail from the sender to the recipient, and sends none: EHLO, STARTTLS, AUTH, MAIL FROM, RCPT TO
 * and RSET, over a new connection of nodemailer with the options of the mailer. Resolves with the reply to RCPT TO. Rejects with
 * `MailDeliveryError` when the mail server refuses a step.
 */
export async function probeMailServer(options: SmtpOptions, envelope: { from: string; to: string }): Promise<string> {
  const { default: SMTPConnection } = await import('nodemailer/lib/smtp-connection')
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const fail = (error: unknown) => reject(toDeliveryError(error, options))
  // A handler of an authentication method is the only public way to send commands of one's own over a connection of nodemailer.
  const probe: SMTPConnectionCustomAuthHandler = async ({ sendCommand }) => {
    const ask = async (command: string, argument: string) => {
      const { response, status } = await sendCommand(`${command}:<${argument}>`)
      if (status < 200 || status > 299) throw describeRefusal(command, response)
      return response
    }
    try {
      await ask('MAIL FROM', envelope.from)
      const reply = await ask('RCPT TO', envelope.to)
      await sendCommand('RSET')
      resolve(reply)
    } catch (error) {
      reject(error)
    }
  }
  const connection = new SMTPConnection({ ...options, customAuth: { [PROBE]: probe } })
  connection.once('error', fail)
  connection.once('end', () => fail(new Error('The mail server closed the connection.')))
  const ask = () => connection.login({ method: PROBE, user: '', pass: '' }, () => {})
  connection.connect((failure) => {
    if (failure) return fail(failure)
    // As in nodemailer's pool: without the extension AUTH, no password is sent.
    if (!('auth' in options) || !connection.allowsAuth) return ask()
    connection.login(options.auth, (refusal) => (refusal ? fail(refusal) : ask()))
  })
  return promise.finally(() => connection.quit())
}
