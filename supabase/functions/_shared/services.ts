import type { Product } from '@site/contract/product'
import type { Mail } from './mail.ts'

/** The database functions that the site's functions call. All of them are executable by service_role only. */
export type DatabaseFunction =
  | 'request_welcome_mail'
  | 'store_contact_message'
  | 'claim_mail'
  | 'claim_mail_by_id'
  | 'mark_mail_sent'
  | 'mark_mail_failed'

/** Thrown when a database function raised an error. `code` is its SQLSTATE; `PTxyz` stands for the HTTP status xyz. */
export class DatabaseRefusal extends Error {
  override name = 'DatabaseRefusal'
  readonly code: string

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/**
 * Thrown when a mail could not be delivered to the mail server. `permanent` means that the server rejected this mail and a retry is useless.
 * The message is stored in the outbox row and logged, so it contains no address and no secret.
 */
export class MailDeliveryError extends Error {
  override name = 'MailDeliveryError'
  readonly permanent: boolean

  constructor(message: string, permanent: boolean, options?: ErrorOptions) {
    super(message, options)
    this.permanent = permanent
  }
}

/** Sends mails: over SMTP, or by writing them to a file. */
export type Mailer = {
  /** Resolves once the mail is accepted. Rejects with `MailDeliveryError`, at the latest when the signal aborts. */
  send(mail: Mail, signal: AbortSignal): Promise<void>
  /** Resolves when mail can be sent at the moment. Rejects with `MailDeliveryError` when it cannot, independent of the recipient. */
  check(): Promise<void>
}

/** Members of a log line. Must not contain a name, a whole address, or text of a visitor. */
export type LogFacts = Record<string, string | number | boolean | null>

/** The services that the host passes to a function. The host is Node.js in backend/ or Deno on Supabase. */
export type FunctionServices = {
  /** Calls a database function as service_role. Rejects with `DatabaseRefusal`, or with any other error when the database is unreachable. */
  callDatabase(name: DatabaseFunction, args: Record<string, unknown>): Promise<unknown>
  mailer: Mailer
  product: Product
  /** Public origin of the site, without a trailing slash; used for links in mails. */
  siteUrl: string
  /** From header of every mail, or null for the team mailbox under the product's name. */
  mailFrom: string | null
  /** The role of the request's key, and the network source that rate limits count by. */
  caller: { role: 'anon' | 'authenticated' | 'service_role'; source: string }
  /** Lets a task continue after the response; the host waits for it before it shuts down. Rejections are logged. */
  keepAlive(task: Promise<unknown>): void
  log(event: string, facts: LogFacts): void
}

/** A function of the site: takes a web standard `Request`, returns a `Response`, and uses nothing but the services passed to it. */
export type SiteFunction = (request: Request, services: FunctionServices) => Promise<Response>
