import type { FastifyBaseLogger } from 'fastify'
import type { RequestAcceleration } from './acceleration/acceleration.ts'
import type { ServerApplication } from './application.ts'
import type { ServerConfig } from './config.ts'
import type { MigrationSource } from './database/migrations/migrate.ts'
import type { Database } from './database/port/database.ts'
import type { TableAccessCache } from './database/port/table-access.ts'
import type { ClientNetworkResolver } from './http/client-network.ts'
import type { ServerKeys } from './http/keys.ts'
import type { SourceTurns } from './http/source-turns.ts'
import type { MetricsRegistry } from './metrics/metrics.ts'
import type { SchemaCache } from './rest/schema-cache.ts'
import type { FileStore } from './storage/files.ts'

/** The shared dependencies of the server's services, created once in app.ts. Each service takes its dependencies only from this object. */
export type ServiceDependencies = {
  config: ServerConfig
  database: Database
  keys: ServerKeys
  log: FastifyBaseLogger
  sourceOf: ClientNetworkResolver
  /** Limits how many requests of one client IP network query the database at once. */
  turns: SourceTurns
  schema: SchemaCache
  /** Caches which columns and rows roles may read. */
  tableAccess: TableAccessCache
  /** The response cache and the batched inserts of the data API. Configuration can disable both. */
  acceleration: RequestAcceleration
  metrics: MetricsRegistry
  /** The files of the storage service. */
  files: FileStore
  /** What the application adds to the server beyond the Supabase protocols. */
  application: ServerApplication
  /** The folder of the project's migrations. */
  migrations: MigrationSource
  /** A signal that is aborted when the server starts to stop, while it still responds to requests. */
  stopping: AbortSignal
}
