import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type BackendProcess, type ServerProgram, spawnBackend } from '../tests/support/backend-process.ts'
import { findFreePort } from '../tests/support/free-port.ts'
import { createTemporaryFolder } from '../tests/support/temporary-folder.ts'

/** The secret key of every measured server of this project. */
export const SECRET_KEY = `sb_secret_${'benchmark'.repeat(4)}`
/** The publishable API key, which the site's pages send. */
export const PUBLISHABLE_KEY = 'sb_publishable_local-development-only'

const JSON_CONTENT = { 'content-type': 'application/json' }
const VISITOR_HEADERS = { apikey: PUBLISHABLE_KEY, 'user-agent': 'Mozilla/5.0', ...JSON_CONTENT }
/** The headers of an operator's requests. */
export const OPERATOR_HEADERS = { apikey: SECRET_KEY, authorization: `Bearer ${SECRET_KEY}`, ...JSON_CONTENT }

/** A running server of this project in a separate process, for a measurement. */
export type BenchmarkServer = AsyncDisposable & {
  url: string
  /** The headers of a visitor's requests. */
  headers: Record<string, string>
  dataDir: string
  /** The connection string of the server's own PostgreSQL, as its superuser. */
  databaseUrl: string
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
  /** Environment variables that override the defaults of the measured server. */
  env?: Record<string, string>
  /** Default: the built server. */
  program?: ServerProgram
}

/** Starts our server with an empty database of its own. Disposing stops it and deletes its data. */
export async function startBenchmarkServer({ env = {}, program }: ServerOptions = {}): Promise<BenchmarkServer> {
  await using resources = new AsyncDisposableStack()
  const { path: dataDir } = resources.use(await createTemporaryFolder('bench-'))
  const port = await findFreePort()
  const settings = {
    PORT: String(port),
    DATA_DIR: dataDir,
    SUPABASE_SECRET_KEY: SECRET_KEY,
    ...NO_RATE_LIMITS,
    ...env,
  }
  const spawnServer = () => spawnBackend(`http://localhost:${port}`, settings, { program })
  let running = await spawnServer()
  resources.defer(() => running.stop())
  const owned = resources.move()
  return {
    url: `http://127.0.0.1:${port}`,
    headers: VISITOR_HEADERS,
    dataDir,
    databaseUrl: `postgres://postgres@localhost:5432/postgres?host=${encodeURIComponent(join(dataDir, 'postgres/socket'))}`,
    process: () => running,
    stop: () => running.stop(),
    start: async () => {
      running = await spawnServer()
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** Starts our server with copies of the pages that contain no scripts, and with a bare page for each of them below `/bare`. */
export function startScriptlessServer(): Promise<BenchmarkServer> {
  return startBenchmarkServer({ program: 'bench/stripped-server.ts' })
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
