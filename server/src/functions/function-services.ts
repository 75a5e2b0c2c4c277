import type { Caller, Database } from '@site/backend/database/port/database'
import { isDatabaseError } from '@site/backend/database/port/errors'
import type { FastifyBaseLogger } from 'fastify'
import type { PaymentSettings } from '../../../supabase/functions/_shared/payment-settings.ts'
import {
  DatabaseFunctionError,
  type DatabaseFunctionName,
  type EdgeFunctionServices,
  type WebhookServices,
} from '../../../supabase/functions/_shared/services.ts'
import type { MailService, MailServiceDependencies } from '../mail/mail-host.ts'
import { callDatabaseFunction } from './database-functions.ts'

/** What the services of an edge function are created from. */
export type EdgeFunctionDependencies = MailServiceDependencies & {
  payments: PaymentSettings | null
  webhooks: WebhookServices
}

/**
 * Creates the services (database, mail, webhooks, log) that an edge function in supabase/functions uses when it runs on the Node.js
 * server. Under Deno on Supabase, the function gets services with the same interface.
 */
export function createEdgeFunctionServices(
  host: EdgeFunctionDependencies,
  mail: Pick<MailService, 'mailer' | 'keepAlive'>,
  caller: EdgeFunctionServices['caller'],
): EdgeFunctionServices {
  return {
    callDatabase: (name, args) => callAsService(host.database, caller.source, name, args),
    mailer: mail.mailer,
    webhooks: host.webhooks,
    product: host.product,
    siteUrl: host.config.siteUrl,
    mailFrom: host.config.mailFrom,
    payments: host.payments,
    caller: { role: caller.role, source: caller.source },
    keepAlive: mail.keepAlive,
    log: createFunctionLog(host.log),
  }
}

/** Returns the log of the edge functions, which writes into the server's log. */
export function createFunctionLog(log: Pick<FastifyBaseLogger, 'info'>): EdgeFunctionServices['log'] {
  return (event, facts) => log.info({ ...facts, event })
}

async function callAsService(
  database: Database,
  source: string,
  name: DatabaseFunctionName,
  args: Record<string, unknown>,
): Promise<unknown> {
  const service: Caller = { role: 'service_role', claims: { role: 'service_role' }, source }
  try {
    return await database.asCaller(service, (tx) => callDatabaseFunction(tx, name, args))
  } catch (cause) {
    throw isDatabaseError(cause) ? new DatabaseFunctionError(cause.code, cause.message, { cause }) : cause
  }
}
