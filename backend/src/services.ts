import type { Product } from '@site/contract/product'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config.ts'
import type { Database } from './database/database.ts'
import type { GlobalLimitAlarms } from './global-limit-alarms.ts'
import type { Keys } from './http/keys.ts'
import type { SourceReader } from './http/source.ts'
import type { MailService } from './mail/mail-service.ts'
import type { Metrics } from './metrics/metrics.ts'
import type { BatchedInserts } from './rest/batched-inserts.ts'
import type { AttemptCounter } from './rest/counted-insert.ts'
import type { QueryCache } from './rest/query-cache.ts'
import type { RefusedInsertHook } from './rest/refused-insert.ts'
import type { ResponseCache } from './rest/response-cache.ts'
import type { SchemaCache } from './rest/schema-cache.ts'
import type { Site } from './site/site.ts'

/** The shared dependencies of the server's services, created once in app.ts. Each service takes its dependencies only from this object. */
export type Services = {
  config: Config
  database: Database
  keys: Keys
  site: Site
  product: Product
  log: FastifyBaseLogger
  sourceOf: SourceReader
  schema: SchemaCache
  /** Caches the results of anonymous callers' queries of the data API. `responseCache` caches the responses built from those results. */
  queryCache: QueryCache
  responseCache: ResponseCache
  /** Batches concurrent inserts through the data API into one statement. */
  batchedInserts: BatchedInserts
  /** By table name: counts attempts to insert rows through the data API, and may reject them. */
  attemptCounters: ReadonlyMap<string, AttemptCounter>
  /** By table name: a callback that gets the error code when an insert through the data API was rejected. */
  refusedInserts: ReadonlyMap<string, RefusedInsertHook>
  /** By table name: a callback that gets the number of rows that an insert through the data API added. */
  acceptedInserts: ReadonlyMap<string, (rows: number) => void>
  metrics: Metrics
  mail: MailService
  /** Alerts the operator when a global rate limit rejects requests. */
  limitAlarms: GlobalLimitAlarms
  /** Observations about the environment of the server, which the command `npm run admin -- doctor` shows. */
  notices: { untrustedProxy: boolean }
  /** One sentence that names another database whose users this database lacks, or null (move/other-database.ts). */
  otherDatabase: string | null
  /** A signal that is aborted when the server starts to stop, while it still responds to requests. */
  stopping: AbortSignal
}
