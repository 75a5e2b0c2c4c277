import type { Database } from '@site/backend/database/port/database'
import type { Product } from '@site/contract/product'
import type { FastifyBaseLogger } from 'fastify'
import type { Mailer } from '../../../supabase/functions/_shared/services.ts'
import type { SiteConfig } from '../site-settings.ts'

/** The dependencies of the mail service. */
export type MailServiceDependencies = {
  config: Pick<SiteConfig, 'smtpUrl' | 'mailFrom' | 'dataDir' | 'siteUrl'>
  database: Database
  product: Product
  log: FastifyBaseLogger
}

/** The mail service of this process: the mailer, and the worker that delivers the queued mails of the table `mail_outbox`. */
export type MailService = {
  mailer: Mailer
  /**
   * Makes the worker deliver the queued mails now instead of at its next poll. Called after the commit of a transaction that queued a mail.
   */
  wake(): void
  /**
   * Makes the worker deliver the queued mails within a second. Further calls until then have no effect, so a rush of sign-ups wakes the
   * worker at most twice a second.
   */
  wakeSoon(): void
  /** Makes `close` wait for a task that may continue after the response to its request was sent. */
  keepAlive(task: Promise<unknown>): void
  /**
   * Stops the mail service: waits for the deliveries in progress and starts no others. Aborts the deliveries after some seconds; the
   * remaining mails are retried after the next start of the server.
   */
  close(): Promise<void>
}
