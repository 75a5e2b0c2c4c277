import type { Product } from '@site/contract/product'
import type { Mail } from './mail.ts'

/** The database functions that these functions may call, all of them executable by service_role only. */
export type DatabaseFunction =
  | 'request_welcome_mail'
  | 'store_contact_message'
  | 'claim_mail'
  | 'claim_mail_by_id'
  | 'mark_mail_sent'
  | 'mark_mail_failed'

/** The database refused a call for a reason of its own, told by an SQLSTATE (`PTxyz` asks for HTTP status xyz). */
export class DatabaseRefusal extends Error {
  override name = 'DatabaseRefusal'
  readonly code: string

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/**
 * A mail that was not taken. `permanent`: the server refused this very mail for good, so that trying again is useless.
 * The message holds no address and no secret: it goes into the outbox row and the log.
 */
export class MailNotTaken extends Error {
  override name = 'MailNotTaken'
  readonly permanent: boolean

  constructor(message: string, permanent: boolean, options?: ErrorOptions) {
    super(message, options)
    this.permanent = permanent
  }
}

/** Takes mails and hands them on: by SMTP, or into a file. */
export type Mailer = {
  /** Resolves once the mail was taken for good; rejects with `MailNotTaken`, at the latest when the signal aborts. */
  send(mail: Mail, signal: AbortSignal): Promise<void>
  /** Resolves when a mail could be handed on at the moment; rejects with `MailNotTaken` when none could, whoever it is for. */
  check(): Promise<void>
}

/** Facts of a log line. Never a name, a whole address, or what somebody wrote. */
export type LogFacts = Record<string, string | number | boolean | null>

/** What a function is given by its host, whether that is Node in backend/ or Deno on Supabase. */
export type FunctionServices = {
  /** Calls a database function as service_role. Rejects with `DatabaseRefusal`, or with any error when it is away. */
  callDatabase(name: DatabaseFunction, args: Record<string, unknown>): Promise<unknown>
  mailer: Mailer
  product: Product
  /** Public origin of the site, without a slash at the end: where links in mails lead. */
  siteUrl: string
  /** From of every mail, or null for the team mailbox under the product's name. */
  mailFrom: string | null
  /** Whose request this is: the role of the key, and the network source that limits count by. */
  caller: { role: 'anon' | 'authenticated' | 'service_role'; source: string }
  /** Lets a work go on after the answer; the host waits for it before it stops. Rejections are logged. */
  keepAlive(work: Promise<unknown>): void
  log(event: string, facts: LogFacts): void
}

/** A function of the site: web standards in and out, everything else through the services. */
export type SiteFunction = (request: Request, services: FunctionServices) => Promise<Response>
