import { isLoopbackHost } from '@site/contract/fetch-with-secret'
import type { MailBrand } from './mails/mail-content.ts'
import { composeSender } from './mails/sender.ts'

const SECONDS = 1_000

/** What a mailer is created from: the address of the mail server, MAIL_FROM, and the site whose mails it sends. */
export type SmtpMailerSettings = MailBrand & { smtpUrl: string; mailFrom: string | null }

/** The options of nodemailer, the same for mails and for the check. */
export type SmtpOptions = ReturnType<typeof readSmtpOptions>

/** Returns the options of nodemailer for a mail server. Throws for a malformed `smtpUrl`. */
export function readSmtpOptions(settings: SmtpMailerSettings) {
  const url = new URL(settings.smtpUrl)
  const isSecure = url.protocol === 'smtps:'
  const isTlsOptional = url.searchParams.get('tls') === 'optional' && url.password === ''
  return {
    pool: true,
    maxConnections: 3,
    // nodemailer's pool by default resends a mail when its connection breaks. This is disabled, because the outbox retries failed mails.
    maxRequeues: 0,
    idleTimeout: 20 * SECONDS,
    host: hostOf(url),
    port: Number(url.port) || (isSecure ? 465 : 587),
    name: ehloNameOf(settings),
    secure: isSecure,
    requireTLS: !isSecure && !isLoopbackHost(url.hostname) && !isTlsOptional,
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
}

/**
 * Returns the name for EHLO: the domain of MAIL_FROM, or else the site's host, or else the domain of the team mailbox. nodemailer would
 * send the machine's name, or `[127.0.0.1]` for a name without a dot, as in containers, which strict mail servers refuse (RFC 5321, 4.1.4).
 */
function ehloNameOf({ mailFrom, siteUrl, product }: SmtpMailerSettings): string {
  const senderDomain = composeSender({ product }, mailFrom).address.replace(/^.*@/, '')
  const siteHost = new URL(siteUrl).hostname
  const hasDomain = /\.[a-z][a-z0-9-]*$/.test(siteHost)
  return mailFrom === null && hasDomain ? siteHost : senderDomain
}

function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '')
}
