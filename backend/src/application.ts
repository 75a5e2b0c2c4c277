import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { AuthMailEnqueuer } from './auth/messages/queued-mail.ts'
import type { ServerConfig } from './config.ts'
import type { Caller, Database } from './database/port/database.ts'
import type { FastPathHandler } from './fast-path.ts'
import type { ServerKeys } from './http/keys.ts'
import type { MetricsRegistry } from './metrics/metrics.ts'
import type { InsertExtensionsByTable } from './rest/table-inserts.ts'

/** The names of the global rate limits, which all clients share. In addition, each client IP network has a lower limit of its own. */
export type GlobalLimitName = 'mails' | 'messages' | 'sockets'

/** One function of a project, called at `/functions/v1/<name>`. The request contains the body, but no API key and no access token. */
export type EdgeFunction = (request: Request, caller: Caller) => Promise<Response>

/** What an application adds to the server beyond the Supabase protocols. */
export type ServerApplication = {
  /** The name that authenticator apps, passkeys and text messages show. */
  name: string
  /** Words that must not make up a password, such as the application's name. */
  passwordWords: readonly string[]
  functions: ReadonlyMap<string, EdgeFunction>
  /** What the application adds to inserts through the data API. */
  inserts: InsertExtensionsByTable
  /** Queues a mail of the auth service. */
  queueMail: AuthMailEnqueuer
  /** Delivers queued mails now. Called after a transaction that queued a mail was committed. */
  wakeMailWorker(): void
  /** Called when a global rate limit rejects a request. */
  globalLimitReached(limit: GlobalLimitName): void
  /** Registers the application's own routes, after those of the services. */
  register(app: FastifyInstance): void
  /** Responds to requests for the application's pages from memory. */
  fastPaths: readonly FastPathHandler[]
  /** The lines that the terminal shows after the start. */
  greeting: readonly string[]
  /** Ends the application's background tasks; called when the server stops. */
  close(): Promise<void>
}

/** The parts of the server that an application gets when it is opened. */
export type ApplicationHost = {
  config: ServerConfig
  keys: ServerKeys
  database: Database
  metrics: MetricsRegistry
  log: FastifyBaseLogger
  /** Observations about the environment of the server. */
  notices: { untrustedProxy: boolean }
}

/** Opens the application. Called once, after the database was migrated and before the server accepts requests. */
export type ApplicationOpener = (host: ApplicationHost) => Promise<ServerApplication>
