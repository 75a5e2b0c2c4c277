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

/** The dependencies of the server's parts, created once in app.ts. Each part takes what it needs from here only. */
export type Services = {
  config: Config
  database: Database
  keys: Keys
  site: Site
  product: Product
  log: FastifyBaseLogger
  sourceOf: SourceReader
  schema: SchemaCache
  /** Caches of visitors' queries of the data API, and of the responses built from them. */
  queryCache: QueryCache
  responseCache: ResponseCache
  /** Batches concurrent inserts of the data API. */
  batchedInserts: BatchedInserts
  /** By table: counts visitors' attempts to insert, and may refuse them. */
  attemptCounters: ReadonlyMap<string, AttemptCounter>
  /** By table: called with the error code when an insert of the data API was refused. */
  refusedInserts: ReadonlyMap<string, RefusedInsertHook>
  /** By table: called with the number of rows that an insert of the data API added. */
  acceptedInserts: ReadonlyMap<string, (rows: number) => void>
  metrics: Metrics
  mail: MailService
  /** Reports a global rate limit that refuses requests. */
  limitAlarms: GlobalLimitAlarms
  /** Observations about the environment, for the doctor command. */
  notices: { untrustedProxy: boolean }
  /** Names another database that has users which this one lacks, as a sentence (move/other-database.ts). */
  otherDatabase: string | null
  /** Aborted when the server starts to stop, while it still serves requests. */
  stopping: AbortSignal
}
