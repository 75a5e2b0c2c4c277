import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type BackendProcess, spawnBackend } from '../tests/support/backend-process.ts'
import { freePort } from '../tests/support/free-port.ts'
import { createDatabase, startPostgres } from '../tests/support/postgres.ts'
import { temporaryFolder } from '../tests/support/temporary-folder.ts'

/** The key that visitors' pages send. */
export const PUBLISHABLE_KEY = 'sb_publishable_local-development-only'
/** The operators' key of every server that is measured. */
export const SECRET_KEY = `sb_secret_${'benchmark'.repeat(4)}`

/** The two databases. */
export const ENGINES = ['pglite', 'postgres'] as const
/** One of `ENGINES`. */
export type Engine = (typeof ENGINES)[number]

/** Our server, as a person would start it. */
export type Server = AsyncDisposable & {
  url: string
  dataDir: string
  databaseUrl: string | null
  process(): BackendProcess
  stop(): Promise<void>
  start(): Promise<void>
}

/** Nobody who measures is to be told to slow down, and the load says what network it comes from. */
const ROOMY = {
  TRUSTED_PROXIES: '127.0.0.1',
  LIMIT_SIGNUPS_PER_SOURCE: '1000000',
  LIMIT_MESSAGES_PER_SOURCE: '1000000',
  LIMIT_CONNECTIONS_PER_SOURCE: '100000',
  LIMIT_SOCKETS_PER_SOURCE: '10000',
  AUTH_RATE_LIMIT_SIGN_IN_SIGN_UPS: '1000000',
  AUTH_RATE_LIMIT_TOKEN_REFRESH: '1000000',
}

/** What stands between the server and its PostgreSQL, an address in front of the real one, and other settings. */
type Way = {
  wayTo?: ((databaseUrl: string) => Promise<Disposable & { url: string }>) | undefined
  /** Added to its environment, last. */
  env?: Record<string, string>
}

/** Starts our server with an empty database of its own, gone when disposed. */
export async function startServer(engine: Engine = 'pglite', { wayTo, env: others = {} }: Way = {}): Promise<Server> {
  await using onTheWay = new AsyncDisposableStack()
  const { path: dataDir } = onTheWay.use(await temporaryFolder('bench-'))
  const cluster = engine === 'postgres' ? onTheWay.use(await startPostgres({ isDurable: true })) : null
  const databaseUrl = cluster && (await createDatabase(cluster.url, 'site'))
  const way = wayTo && databaseUrl ? onTheWay.use(await wayTo(databaseUrl)) : null
  const port = await freePort()
  const url = `http://localhost:${port}`
  const env = {
    PORT: String(port),
    DATA_DIR: dataDir,
    SUPABASE_SECRET_KEY: SECRET_KEY,
    ...(databaseUrl === null ? {} : { DATABASE_URL: way?.url ?? databaseUrl }),
    ...ROOMY,
    ...others,
  }
  let running = await spawnBackend(url, env)
  onTheWay.defer(() => running.stop())
  const leftovers = onTheWay.move()
  return {
    url: `http://127.0.0.1:${port}`,
    dataDir,
    databaseUrl,
    process: () => running,
    stop: () => running.stop(),
    start: async () => {
      running = await spawnBackend(url, env)
    },
    [Symbol.asyncDispose]: () => leftovers.disposeAsync(),
  }
}

/** A program of ours that prints its address as its first line, in a process of its own; gone when disposed. */
export async function startProgram(file: string, args: readonly string[] = []) {
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
