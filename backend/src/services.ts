import type { Product } from '@site/contract/product'
import type { FastifyBaseLogger } from 'fastify'
import type { CeilingAlarms } from './ceiling-alarms.ts'
import type { Config } from './config.ts'
import type { Database } from './database/database.ts'
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

/** What the parts of the server are given. Made once in app.ts; a part takes from it what it needs and knows no other way. */
export type Services = {
  config: Config
  database: Database
  keys: Keys
  site: Site
  product: Product
  log: FastifyBaseLogger
  sourceOf: SourceReader
  schema: SchemaCache
  /** What visitors read of the data API again and again, and the answers that were made of it. */
  queryCache: QueryCache
  responseCache: ResponseCache
  /** Inserts of the data API that go together when they come together. */
  batchedInserts: BatchedInserts
  /** By table: what counts visitors' attempts to insert, and may refuse them. */
  attemptCounters: ReadonlyMap<string, AttemptCounter>
  /** By table: who is told why the data API's insert was refused. */
  refusedInserts: ReadonlyMap<string, RefusedInsertHook>
  /** By table: who is told how many rows the data API's insert added. */
  acceptedInserts: ReadonlyMap<string, (rows: number) => void>
  metrics: Metrics
  mail: MailService
  /** Where a ceiling that all visitors share is reported when it refuses somebody. */
  ceilings: CeilingAlarms
  /** What this process noticed about its surroundings, for the doctor. */
  notices: { untrustedProxy: boolean }
  /** Where people are that this database lacks, as a sentence (move/other-database.ts). */
  otherDatabase: string | null
  /** Aborted once the server was asked to stop, while it still answers. */
  stopping: AbortSignal
}
