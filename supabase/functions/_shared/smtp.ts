import type { Transporter } from 'nodemailer'
import { toSmtpMessage } from './mail.ts'
import { MailDeliveryError, type Mailer } from './services.ts'

/** A mailer that sends over SMTP with pooled connections. `close` ends the connections. */
export type SmtpMailer = Mailer & { close(): void }

const SECONDS = 1_000

/** Time, in milliseconds, for which the result of `check` is cached. Without the cache, each check would open a new SMTP connection. */
const CHECK_CACHE_MS = 5 * SECONDS

/**
 * Returns a mailer that sends over SMTP. `smtps://user:password@host` uses TLS from the start; `smtp://` requires STARTTLS, except on
 * loopback or with `?tls=optional`. Every step has a timeout.
 */
export function createSmtpMailer(smtpUrl: string): SmtpMailer {
  const url = new URL(smtpUrl)
  const isSecure = url.protocol === 'smtps:'
  const options = {
    pool: true,
    maxConnections: 3,
    // nodemailer's pool by default resends a mail when its connection breaks. This is disabled, because the outbox retries failed mails.
    maxRequeues: 0,
    idleTimeout: 20 * SECONDS,
    host: hostOf(url),
    port: Number(url.port) || (isSecure ? 465 : 587),
    secure: isSecure,
    requireTLS: !isSecure && !isLoopback(url) && url.searchParams.get('tls') !== 'optional',
    ...(url.username === ''
      ? {}
      : { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } }),
    dnsTimeout: 10 * SECONDS,
    connectionTimeout: 10 * SECONDS,
    greetingTimeout: 10 * SECONDS,
    socketTimeout: 20 * SECONDS,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as const
  let transport: Transporter | undefined
  async function open(): Promise<Transporter> {
    // nodemailer is imported with the first mail, because loading it would make the start of the server 70 ms slower.
    const { createTransport } = await import('nodemailer')
    // The connection pool emits errors that belong to no mail, such as a broken idle connection. Without a listener, such an error would
    // end the process.
    transport ??= createTransport(options).on('error', () => {})
    return transport
  }
  let lastCheck: { at: number; outcome: Promise<void> } | undefined
  async function connect(): Promise<void> {
    try {
      await (await open()).verify()
    } catch (error) {
      throw toDeliveryError(error)
    }
  }
  return {
    async send(mail, signal) {
      try {
        await (await open()).sendMail({ ...toSmtpMessage(mail), signal })
      } catch (error) {
        throw toDeliveryError(error)
      }
    },
    check() {
      const now = performance.now()
      if (lastCheck === undefined || now - lastCheck.at > CHECK_CACHE_MS) lastCheck = { at: now, outcome: connect() }
      return lastCheck.outcome
    },
    close: () => transport?.close(),
  }
}

function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '')
}

function isLoopback(url: URL): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname)
}

type SmtpError = Error & {
  code?: unknown
  originalCode?: unknown
  responseCode?: unknown
  response?: unknown
  command?: unknown
}

/**
 * Matches the error codes with which Node.js rejects a TLS certificate: expired, self-signed, of another host, or of an unknown authority.
 */
const CERTIFICATE_CODE = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY/

/**
 * Converts an error of nodemailer to a `MailDeliveryError`. Omits the text of the mail server's reply, which often contains the recipient's
 * address. A 5xx reply to the recipient or the message is a permanent failure. A 5xx reply to the greeting, TLS, password or sender is
 * caused by our configuration, which can be corrected, so it is a temporary failure.
 */
function toDeliveryError(error: unknown): MailDeliveryError {
  const { code, originalCode, responseCode, response, command }: Partial<SmtpError> =
    error instanceof Error ? error : {}
  const step = typeof command === 'string' ? command : ''
  if (typeof originalCode === 'string' && CERTIFICATE_CODE.test(originalCode)) {
    return new MailDeliveryError(`The certificate of the mail server is not trusted: ${originalCode}`, false, {
      cause: error,
    })
  }
  if (typeof responseCode !== 'number') {
    return new MailDeliveryError(`No mail server: ${typeof code === 'string' ? code : 'unknown'}`, false, {
      cause: error,
    })
  }
  const enhanced = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(typeof response === 'string' ? response : '')?.[1]
  const message = ['SMTP', responseCode, enhanced, step && `to ${step}`].filter(Boolean).join(' ')
  const isPermanent = responseCode >= 500 && responseCode !== 503 && (step === 'RCPT TO' || step === 'DATA')
  return new MailDeliveryError(message, isPermanent, { cause: error })
}
