import type { Transporter } from 'nodemailer'
import { toSmtpMessage } from './mail.ts'
import { composeSender } from './mails/sender.ts'
import type { Mailer } from './services.ts'
import { readSmtpOptions, type SmtpMailerSettings } from './smtp-options.ts'
import { probeMailServer } from './smtp-probe.ts'
import { toDeliveryError } from './smtp-refusal.ts'

/** A mailer that sends over SMTP with pooled connections. `close` ends the connections. */
export type SmtpMailer = Mailer & { close(): void }

const SECONDS = 1_000

/** Time, in milliseconds, for which the result of `check` is cached. Without the cache, each check would open a new SMTP connection. */
const CHECK_CACHE_MS = 5 * SECONDS

/**
 * Returns a mailer that sends over SMTP. `smtps://user:password@host` uses TLS from the start; `smtp://` requires STARTTLS, except on
 * loopback or with `?tls=optional`, which a URL with a password ignores: an attacker on the network could remove STARTTLS and read the password. Every step
 * has a timeout.
 */
export function createSmtpMailer(settings: SmtpMailerSettings): SmtpMailer {
  const options = readSmtpOptions(settings)
  const envelope = { from: composeSender(settings, settings.mailFrom).address, to: settings.product.mailboxes.team }
  let transport: Transporter | undefined
  async function open(): Promise<Transporter> {
    // nodemailer is imported with the first mail, because loading it would make the start of the server 70 ms slower.
    const { createTransport } = await import('nodemailer')
    // The connection pool emits errors that belong to no mail, such as a broken idle connection. Without a listener, such an error would
    // end the process.
    transport ??= createTransport(options).on('error', () => {})
    return transport
  }
  let lastCheck: { at: number; outcome: Promise<string> } | undefined
  return {
    async send(mail, signal) {
      try {
        await (await open()).sendMail({ ...toSmtpMessage(mail), signal })
      } catch (error) {
        throw toDeliveryError(error, options)
      }
    },
    check() {
      const now = performance.now()
      if (lastCheck === undefined || now - lastCheck.at > CHECK_CACHE_MS)
        lastCheck = { at: now, outcome: probeMailServer(options, envelope) }
      return lastCheck.outcome
    },
    close: () => transport?.close(),
  }
}
