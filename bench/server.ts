import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type BackendProcess, spawnBackend } from '../tests/support/backend-process.ts'
import { findFreePort } from '../tests/support/free-port.ts'
import { createDatabase, startPostgres } from '../tests/support/postgres.ts'
import { createTemporaryFolder } from '../tests/support/temporary-folder.ts'

/** The publishable API key, which the site's pages send. */
export const PUBLISHABLE_KEY = 'sb_publishable_local-development-only'
/** The secret key of every measured server of this project. */
export const SECRET_KEY = `sb_secret_${'benchmark'.repeat(4)}`

export const BENCHMARK_ENGINES = ['pglite', 'postgres'] as const
export type BenchmarkEngine = (typeof BENCHMARK_ENGINES)[number]

/** Returns the engine that the command line selected (`growth:postgres`), or all engines. Throws when the name is none of them. */
export function selectBenchmarkEngines(only: string | undefined): readonly BenchmarkEngine[] {
  const engines = BENCHMARK_ENGINES.filter((engine) => only === undefined || engine === only)
  if (engines.length === 0) throw new Error(`"${only}" is none of the engines: ${BENCHMARK_ENGINES.join(', ')}.`)
  return engines
}

/** A running server of this project in a separate process, for a measurement. */
export type BenchmarkServer = AsyncDisposable & {
  url: string
  dataDir: string
  databaseUrl: string | null
  process(): BackendProcess
  stop(): Promise<void>
  start(): Promise<void>
}

/** Environment variables that disable the rate limits and make the server trust the X-Forwarded-For header of the load generator. */
const NO_RATE_LIMITS = {
  TRUSTED_PROXIES: '127.0.0.1',
  LIMIT_SIGNUPS_PER_SOURCE: '1000000',
  LIMIT_MESSAGES_PER_SOURCE: '1000000',
  LIMIT_CONNECTIONS_PER_SOURCE: '100000',
  LIMIT_SOCKETS_PER_SOURCE: '10000',
  AUTH_RATE_LIMIT_SIGN_IN_SIGN_UPS: '1000000',
  AUTH_RATE_LIMIT_TOKEN_REFRESH: '1000000',
}

type ServerOptions = {
  /** Starts a proxy between the server and its PostgreSQL, to simulate network latency. */
  proxyDatabase?: ((databaseUrl: string) => Promise<Disposable & { url: string }>) | undefined
  /** Environment variables that override the defaults of the measured server. */
  env?: Record<string, string>
}

/** Starts our server with an empty database of its own. Disposing stops it and deletes its data. */
export async function startBenchmarkServer(
  engine: BenchmarkEngine = 'pglite',
  { proxyDatabase, env: overrides = {} }: ServerOptions = {},
): Promise<BenchmarkServer> {
  await using resources = new AsyncDisposableStack()
  const { path: dataDir } = resources.use(await createTemporaryFolder('bench-'))
  const cluster = engine === 'postgres' ? resources.use(await startPostgres({ isDurable: true })) : null
  const databaseUrl = cluster && (await createDatabase(cluster.url, 'site'))
  const proxy = proxyDatabase && databaseUrl ? resources.use(await proxyDatabase(databaseUrl)) : null
  const port = await findFreePort()
  const url = `http://localhost:${port}`
  const env = {
    PORT: String(port),
    DATA_DIR: dataDir,
    SUPABASE_SECRET_KEY: SECRET_KEY,
    ...(databaseUrl === null ? {} : { DATABASE_URL: proxy?.url ?? databaseUrl }),
    ...NO_RATE_LIMITS,
    ...overrides,
  }
  let running = await spawnBackend(url, env)
  resources.defer(() => running.stop())
  const owned = resources.move()
  return {
    url: `http://127.0.0.1:${port}`,
    dataDir,
    databaseUrl,
    process: () => running,
    stop: () => running.stop(),
    start: async () => {
      running = await spawnBackend(url, env)
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** Starts a program of the folder bench/ that prints its URL as its first line. Disposing stops it. */
export async function startBenchProgram(file: string, args: readonly string[] = []) {
  const child = spawn(process.execPath, [join(import.meta.dirname, file), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const gone = once(child, 'exit')
  const line: unknown[] = await once(createInterface(child.stdout), 'line')
  return {
    url: String(line[0]),
    pid: child.pid ?? 0,
    async [Symbol.asyncDispose]() {
      child.kill()
      await gone
    },
  }
}
