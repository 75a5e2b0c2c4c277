import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { AuthMailEnqueuer } from './auth/messages/queued-mail.ts'
import type { ServerConfig } from './config.ts'
import type { Caller, Database } from './database/port/database.ts'
import type { FastPathHandler } from './fast-path.ts'
import type { ServerKeys } from './http/keys.ts'
import type { MetricsRegistry } from './metrics/metrics.ts'
import type { InsertExtensionsByTable } from './rest/table-inserts.ts'

/** The names of the global rate limits, which all clients share. Each client IP network also has a lower limit of its own. */
export type GlobalLimitName = 'mails' | 'messages' | 'sockets'

/** An edge function, called at `/functions/v1/<name>`. The request that it gets contains the body, but no API key and no access token. */
export type EdgeFunction = (request: Request, caller: Caller) => Promise<Response>

/**
 * A function that another company's server calls, at the same URL as an edge function but without an API key: the function itself verifies
 * who calls it. Its request contains the unchanged bytes of the body, which a signature covers, and the request headers that `headers`
 * names.
 */
export type IncomingWebhook = { run: EdgeFunction; bodyLimitBytes: number; headers: readonly string[] }

/** A download of a public object that begins at the file's first byte. `headers` are those of the request. */
export type StartedDownload = { bucket_id: string; name: string; headers: IncomingHttpHeaders }

/** What an application (the product's own code) adds to a server that otherwise implements only the Supabase protocols. */
export type ServerApplication = {
  /** The product name that authenticator apps, passkeys and text messages show. */
  name: string
  /** Words of which a password must not consist, such as the application's name. */
  passwordWords: readonly string[]
  functions: ReadonlyMap<string, EdgeFunction>
  /** Functions that servers of other companies call. A name is either in `functions` or here. */
  incomingWebhooks: ReadonlyMap<string, IncomingWebhook>
  /** The application's extensions of inserts through the data API, by table. */
  inserts: InsertExtensionsByTable
  /** Queues a mail of the auth service. */
  queueMail: AuthMailEnqueuer
  /** Delivers queued mails now. Called after a transaction that queued a mail was committed. */
  wakeMailWorker(): void
  /** Called when a global rate limit rejects a request. */
  globalLimitReached(limit: GlobalLimitName): void
  /** Returns the `Cache-Control` header of an object of a public bucket; null for the value that was given at its upload. */
  cacheControlOf(object: { bucket_id: string; name: string }): string | null
  /**
   * Called when a download of a public object begins: a GET request whose response is the whole file, or a single range that starts at byte
   * 0. Not called for HEAD, for status 304, for a resumed download, and for several ranges. It must return at once.
   */
  downloadStarted(download: StartedDownload): void
  /** Registers the application's own routes, after those of the services. */
  register(app: FastifyInstance): void
  /** Handlers that respond to requests for the application's pages from memory, before Fastify's pipeline. */
  fastPaths: readonly FastPathHandler[]
  /** The lines that the server prints to the terminal after its start. */
  greeting: readonly string[]
  /** Ends the application's background tasks. Called when the server stops. */
  close(): Promise<void>
}

/** The parts of the server that it passes to the application when it opens the application. */
export type ApplicationHost = {
  config: ServerConfig
  keys: ServerKeys
  database: Database
  metrics: MetricsRegistry
  log: FastifyBaseLogger
  /** What the server has observed about its environment, such as a reverse proxy that is not trusted. */
  notices: { untrustedProxy: boolean }
}

/** Opens the application. Called once, after the database was migrated and before the server accepts requests. */
export type ApplicationOpener = (host: ApplicationHost) => Promise<ServerApplication>
