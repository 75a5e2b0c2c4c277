import type { Transporter } from 'nodemailer'
import { toMessage } from './mail.ts'
import { type Mailer, MailNotTaken } from './services.ts'

/** A mailer with connections that can be let go of. */
export type SmtpMailer = Mailer & { close(): void }

const SECONDS = 1_000

/** How long what a check found stands for those that come after it: it opens a connection of its own. */
const CHECK_STANDS_MS = 5 * SECONDS

/**
 * Sends over SMTP: `smtps://user:password@host` speaks TLS from the start, `smtp://` upgrades by STARTTLS and refuses to
 * go on without it, except on loopback or with `?tls=optional`. Every step has a deadline.
 */
export function smtpMailer(smtpUrl: string): SmtpMailer {
  const url = new URL(smtpUrl)
  const isSecure = url.protocol === 'smtps:'
  const options = {
    pool: true,
    maxConnections: 3,
    // The pool would send a mail again by itself when the connection dies in mid-sending. The outbox decides on that.
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
    // With the first mail: nodemailer costs a start 70 ms.
    const { createTransport } = await import('nodemailer')
    // Errors of the pool itself, which no mail waits for; without a listener one would end the process.
    transport ??= createTransport(options).on('error', () => {})
    return transport
  }
  let checked: { at: number; outcome: Promise<void> } | undefined
  async function connect(): Promise<void> {
    try {
      await (await open()).verify()
    } catch (error) {
      throw asNotTaken(error)
    }
  }
  return {
    async send(mail, signal) {
      try {
        await (await open()).sendMail({ ...toMessage(mail), signal })
      } catch (error) {
        throw asNotTaken(error)
      }
    },
    check() {
      const now = performance.now()
      if (checked === undefined || now - checked.at > CHECK_STANDS_MS) checked = { at: now, outcome: connect() }
      return checked.outcome
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

/** The codes under which Node refuses a certificate: expired, self-signed, of another host, or of an unknown authority. */
const CERTIFICATE_CODE = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY/

/**
 * What the server said, without its free text, which often repeats the address. A 5xx to the recipient or to the message
 * is for good; one to us (greeting, TLS, password, sender) is our set-up's fault, and the mail can wait for that.
 */
function asNotTaken(error: unknown): MailNotTaken {
  const { code, originalCode, responseCode, response, command }: Partial<SmtpError> =
    error instanceof Error ? error : {}
  const step = typeof command === 'string' ? command : ''
  if (typeof originalCode === 'string' && CERTIFICATE_CODE.test(originalCode)) {
    return new MailNotTaken(`The certificate of the mail server is not trusted: ${originalCode}`, false, {
      cause: error,
    })
  }
  if (typeof responseCode !== 'number') {
    return new MailNotTaken(`No mail server: ${typeof code === 'string' ? code : 'unknown'}`, false, { cause: error })
  }
  const enhanced = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(typeof response === 'string' ? response : '')?.[1]
  const said = ['SMTP', responseCode, enhanced, step && `to ${step}`].filter(Boolean).join(' ')
  const isPermanent = responseCode >= 500 && responseCode !== 503 && (step === 'RCPT TO' || step === 'DATA')
  return new MailNotTaken(said, isPermanent, { cause: error })
}
