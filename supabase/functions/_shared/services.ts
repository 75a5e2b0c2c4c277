import type { Product } from '@site/contract/product'
import type { ComposedMail } from './mail.ts'
import type { PaymentSettings } from './payment-settings.ts'
import type { WebhookRequest, WebhookResponse } from './webhooks/send-request.ts'
import type { WebhookTarget } from './webhooks/targets.ts'

/** Names of the database functions that the edge functions call. Only the role service_role may execute these database functions. */
export type DatabaseFunctionName =
  | 'request_welcome_mail'
  | 'request_confirmation_mail'
  | 'store_contact_message'
  | 'claim_mail'
  | 'claim_mail_by_id'
  | 'mark_mail_sent'
  | 'mark_mail_failed'
  | 'record_payment_event'
  | 'set_webhook_targets'
  | 'claim_webhook'
  | 'mark_webhook_delivered'
  | 'mark_webhook_failed'

/**
 * Thrown when a database function raised an error. `code` is the SQLSTATE of the error; PostgREST maps a code `PTxyz` to the HTTP status
 * xyz.
 */
export class DatabaseFunctionError extends Error {
  override name = 'DatabaseFunctionError'
  readonly code: string

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/**
 * What a failed delivery is about. `address`: the recipient's address does not exist. `recipient`: the mailbox does not accept mail at the
 * moment, for example because it is full. `server`: the mail server accepts nothing, or its reply does not say. `mail`: no mail can be
 * composed from the outbox row. Only `address` and `mail` end the retries.
 */
export type MailFault = 'address' | 'recipient' | 'server' | 'mail'

/**
 * Thrown when a mail was not accepted. The error message is stored in the outbox row and logged, so it must contain no e-mail address and
 * no secret. `reply` is the mail server's reply, which may contain an address; only the command `doctor` shows it.
 */
export class MailDeliveryError extends Error {
  override name = 'MailDeliveryError'
  readonly fault: MailFault
  readonly reply: string | null

  constructor(message: string, fault: MailFault, { reply, ...options }: ErrorOptions & { reply?: string } = {}) {
    super(message, options)
    this.fault = fault
    this.reply = reply ?? null
  }

  /** Whether a retry is useless. */
  get isFinal(): boolean {
    return this.fault === 'address' || this.fault === 'mail'
  }
}

/** Interface for sending mails, over SMTP or by writing them to files. */
export type Mailer = {
  /** Resolves once the mail server has accepted the mail. Rejects with `MailDeliveryError`, at the latest when the signal aborts. */
  send(mail: ComposedMail, signal: AbortSignal): Promise<void>
  /**
   * Checks whether the mail server accepts mail, with the same connection, login and sender as `send`, to the team mailbox, and sends none.
   * Resolves with the server's reply. Rejects with `MailDeliveryError` when no mail can be sent.
   */
  check(): Promise<string>
}

/** The configured targets of webhooks, and how a request is sent to one. */
export type WebhookServices = {
  targets: readonly WebhookTarget[]
  /** Resolves with the receiver's response. Rejects with `WebhookRequestError`, at the latest when the signal aborts. */
  send(request: WebhookRequest, signal: AbortSignal): Promise<WebhookResponse>
}

/** The keys of a log line that the logger itself writes. */
type LoggerKey = 'event' | 'level' | 'time' | 'id' | 'msg'

/**
 * Fields of a log line, none under a key that the logger writes. They must not contain a name, a whole e-mail address, or text that a visitor
 * wrote.
 */
export type LogFields = Record<string, string | number | boolean | null> & { [key in LoggerKey]?: never }

/** The services that the host passes to an edge function. The host is the self-contained server (Node.js) or Deno on Supabase. */
export type EdgeFunctionServices = {
  /**
   * Calls a database function as service_role. Rejects with `DatabaseFunctionError`, or with any other error when the database is
   * unreachable.
   */
  callDatabase(name: DatabaseFunctionName, args: Record<string, unknown>): Promise<unknown>
  mailer: Mailer
  webhooks: WebhookServices
  product: Product
  /** Public origin of the site, without a trailing slash; used for links in mails. */
  siteUrl: string
  /** The From header of every mail (MAIL_FROM). If null, mails are sent from the team mailbox under the product's name. */
  mailFrom: string | null
  /** The settings of the payment provider, or null when none is set up. */
  payments: PaymentSettings | null
  /** The role of the request's API key, and the client's IP network (`source`), by which rate limits count. */
  caller: { role: 'anon' | 'authenticated' | 'service_role'; source: string }
  /** Lets a task continue after the response. The host waits for the task before it shuts down, and logs the error if the task rejects. */
  keepAlive(task: Promise<unknown>): void
  log(event: string, facts: LogFields): void
}

/**
 * An edge function: takes a web standard `Request`, returns a `Response`, and accesses mail and database only through the given services.
 */
export type SiteEdgeFunction = (request: Request, services: EdgeFunctionServices) => Promise<Response>

/**
 * An edge function that another company's server calls, without an API key. Its request contains the unchanged bytes of the body, and the
 * request headers that `headers` names, in lower case. With a limit of 0 the body is not read.
 */
export type SiteIncomingWebhook = {
  run: SiteEdgeFunction
  bodyLimitBytes(payments: PaymentSettings | null): number
  headers: readonly string[]
}
