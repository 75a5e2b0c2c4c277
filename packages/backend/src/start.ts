import type { FastifyBaseLogger } from 'fastify'
import type { ApplicationOpener } from './application.ts'
import { CONFIG_VARIABLE_NAMES, readConfig, readConfigAtPort, type ServerConfig } from './config.ts'
import { describeUnreadVariables, type KnownVariables, refuseUnknownSettings } from './config-unread-variables.ts'
import { describeChangedMigration, findChangedMigrations } from './database/migrations/compare-migrations.ts'
import type { MigrationSource } from './database/migrations/migrate.ts'
import type { Database, DatabaseConfig, PostgresReporter } from './database/port/database.ts'
import { ClientConnectionLimiter } from './http/client-connection-limiter.ts'
import { openPortListener, type PortListener } from './http/listener.ts'

/** A started server, which listens on its addresses. */
export type RunningServer = {
  /** The lines that are printed in the terminal after the start. */
  greeting: string[]
  log: FastifyBaseLogger
  stop(): Promise<void>
}

/** Reads the project's own environment variables and returns the project. Throws a ConfigError that names the first invalid variable. */
export type ProjectOpener = (env: Environment) => ServerProject

/** What the server runs: the project's database and application. */
export type ServerProject = {
  migrations: MigrationSource
  /** The environment variables that the project has in addition to those of the server. */
  variables: KnownVariables
  /** Opens the database and applies the project's migrations. */
  openDatabase(config: ServerConfig & Pick<DatabaseConfig, 'report'>): Promise<Database>
  /** Loads the application's code and files, concurrently with the opening of the database. */
  loadApplication(config: ServerConfig): Promise<ApplicationOpener>
}

type Environment = Record<string, string | undefined>

const GRACE_MS = 10_000

/**
 * The number of connections that the server accepts in addition to the maximum number of WebSockets, so that pages stay reachable and a
 * WebSocket beyond the maximum still gets an error response.
 */
const SPARE_CONNECTIONS = 2_000

/**
 * Starts the server: binds the port first, then opens everything else in parallel. Rejects with a ConfigError when the environment, the
 * database or the project is invalid; nothing is then left running.
 */
export async function startProjectServer(env: Environment, openProject: ProjectOpener): Promise<RunningServer> {
  const requested = readConfig(env)
  const project = openProject(env)
  const { names, prefixes, elsewhere } = project.variables
  const known = {
    names: [...CONFIG_VARIABLE_NAMES, ...names],
    prefixes: ['AUTH_', 'LIMIT_', ...prefixes],
    elsewhere,
  }
  refuseUnknownSettings(env, known)
  const total = requested.limits.sockets + SPARE_CONNECTIONS
  const listener = await openPortListener(requested, {
    total,
    perSource: new ClientConnectionLimiter(requested.limits.connectionsPerSource, requested.trustedProxies, total),
  })
  const config = readConfigAtPort(env, listener.port)
  const database = project.openDatabase({ ...config, report: logPostgresEvent })
  try {
    return await serve({ config, listener, project, warnings: describeUnreadVariables(env, known) }, database)
  } catch (error) {
    await listener.close(0)
    await database.then(
      (opened) => opened.close().catch(() => {}), // an error while closing is ignored, because the earlier startup error is reported
      () => {},
    )
    const { convertStartupError } = await import('./database/startup-error.ts')
    throw convertStartupError(error, config.databaseUrl === null ? 'DATA_DIR' : 'DATABASE_URL')
  }
}

/** Logs an event of the own PostgreSQL. Loads the logger only then, because the database is opened before the rest of the server is loaded. */
const logPostgresEvent: PostgresReporter = (event, text) =>
  void import('./http/log.ts').then(({ createLogger }) => {
    const log = createLogger()
    log.warn({ event }, text)
  })

type Start = {
  config: ServerConfig
  listener: PortListener
  project: ServerProject
  warnings: readonly string[]
}

async function serve(
  { config, listener, project, warnings }: Start,
  opening: Promise<Database>,
): Promise<RunningServer> {
  const [{ createApp }, { createLogger }, openApplication, database] = await Promise.all([
    import('./app.ts'),
    import('./http/log.ts'),
    project.loadApplication(config),
    opening,
  ])
  const stopping = new AbortController()
  const log = createLogger()
  const { migrations } = project
  const app = await createApp({ config, database, migrations, openApplication, log, stopping: stopping.signal })
  const [changed] = await Promise.all([findChangedMigrations(database, migrations), app.ready()])
  listener.serve(app)
  return {
    greeting: [
      ...app.services.application.greeting,
      ...changed.map((file) => `Attention: ${describeChangedMigration(file)}`),
      ...warnings,
    ],
    log,
    async stop() {
      stopping.abort()
      await listener.linger()
      const drained = listener.close(GRACE_MS)
      await app.close()
      await drained
      await database.close()
    },
  }
}
