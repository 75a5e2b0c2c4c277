import type { FastifyBaseLogger } from 'fastify'
import type { Application } from './application.ts'
import type { Config } from './config.ts'
import type { Database } from './database/database.ts'
import type { Migrations } from './database/migrate.ts'
import type { TableAccessCache } from './database/table-access.ts'
import type { Keys } from './http/keys.ts'
import type { SourceReader } from './http/source.ts'
import type { Metrics } from './metrics/metrics.ts'
import type { BatchedInserts } from './rest/batched-inserts.ts'
import type { QueryCache } from './rest/query-cache.ts'
import type { ResponseCache } from './rest/response-cache.ts'
import type { SchemaCache } from './rest/schema-cache.ts'

/** The shared dependencies of the server's services, created once in app.ts. Each service takes its dependencies only from this object. */
export type Services = {
  config: Config
  database: Database
  keys: Keys
  log: FastifyBaseLogger
  sourceOf: SourceReader
  schema: SchemaCache
  /** Caches which columns and rows roles may read. */
  tableAccess: TableAccessCache
  /** Caches the results of anonymous callers' queries of the data API. `responseCache` caches the responses built from those results. */
  queryCache: QueryCache
  responseCache: ResponseCache
  /** Batches concurrent inserts through the data API into one statement. */
  batchedInserts: BatchedInserts
  metrics: Metrics
  /** What the application adds to the protocols. */
  application: Application
  /** The folder of the project's migrations. */
  migrations: Migrations
  /** A signal that is aborted when the server starts to stop, while it still responds to requests. */
  stopping: AbortSignal
}
