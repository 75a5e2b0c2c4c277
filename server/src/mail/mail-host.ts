import type { ServerConfig } from '@site/backend/config'
import type { Database } from '@site/backend/database/port/database'
import type { Product } from '@site/contract/product'
import type { FastifyBaseLogger } from 'fastify'
import type { Mailer } from '../../../supabase/functions/_shared/services.ts'

/** The dependencies of the mail service. */
export type MailServiceDependencies = {
  config: Pick<ServerConfig, 'smtpUrl' | 'mailFrom' | 'dataDir' | 'siteUrl'>
  database: Database
  product: Product
  log: FastifyBaseLogger
}

/** The mail service of this process: the mailer, and the worker that delivers the queued mails of the table `mail_outbox`. */
export type MailService = {
  mailer: Mailer
  /** Makes the worker deliver the queued mails now instead of at its next poll. Called after a transaction that queued a mail was committed. */
  wake(): void
  /** Makes the worker deliver the queued mails within a second. Further calls until then have no effect, so a rush of sign-ups costs one round a second. */
  wakeSoon(): void
  /** Makes `close` wait for a task that may continue after the response of its request. */
  keepAlive(task: Promise<unknown>): void
  /**
   * Finishes the deliveries in progress and starts no others. Aborts them after some seconds; the next start of the server retries the
   * remaining mails.
   */
  close(): Promise<void>
}
