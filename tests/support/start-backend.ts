import { randomBytes } from 'node:crypto'
import { cpSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { type BackendProcess, type BackendSpawnOptions, type ServerProgram, spawnBackend } from './backend-process.ts'
import { findFreePort } from './free-port.ts'
import { createDatabase, dropDatabase } from './postgres.ts'
import { getSharedTestFixture } from './shared-fixtures.ts'
import { createTemporaryFolder } from './temporary-folder.ts'

export type TestBackendOptions = {
  /**
   * Starts without DATABASE_URL, on a PostgreSQL of its own, as by default with a `dataDir` without a `databaseUrl`. Otherwise the default is a
   * new database on the PostgreSQL of the test run.
   */
  ownDatabase?: boolean
  /** Environment variables that override the defaults of the test backend. */
  env?: Record<string, string>
  /** The path of an existing data folder to use, which is not deleted at the end. */
  dataDir?: string
  /** The URL of an existing PostgreSQL database, which is not dropped at the end. A test can start two backends on one database with it. */
  databaseUrl?: string
  /** Starts without applied migrations and without keys, like the first start of an installation. */
  empty?: boolean
  /** Additional command-line flags for Node.js. */
  flags?: readonly string[]
  /** The server program. Default: the built server. */
  program?: ServerProgram
  /** The folder of another project, which the backend's own command serves instead of this site. Its database is migrated at the start. */
  project?: string
}

/** A running backend for a test. Disposing stops it and deletes the data that was created for it. */
export type TestBackend = AsyncDisposable & {
  url: string
  publishableKey: string
  secretKey: string
  dataDir: string
  databaseUrl: string
  /** Creates a supabase-js client with the publishable key. The client stores no session. */
  client(): SupabaseClient
  /** Creates a supabase-js client with the secret key. The client stores no session. */
  secretClient(): SupabaseClient
  /** Returns the backend's output so far, including the output before restarts. */
  log(): string
  stop(): Promise<void>
  kill(): Promise<void>
  /** Restarts the backend after `stop` or `kill` with the same URL and data. */
  start(): Promise<void>
}

const FOLDER_SERVER = 'packages/backend/src/main.ts'
const PUBLISHABLE_KEY = 'sb_publishable_local-development-only'

/** High rate limits, because all tests use one client IP address. Tests of the limits override them. */
const HIGH_LIMITS = {
  LIMIT_CONNECTIONS_PER_SOURCE: '100000',
  LIMIT_SOCKETS_PER_SOURCE: '1000',
}

const HIGH_SITE_LIMITS = { LIMIT_SIGNUPS_PER_SOURCE: '100000', LIMIT_MESSAGES_PER_SOURCE: '100000' }

/** Starts a backend on a free port with its own data, in which all migrations have been applied. */
export async function startBackend(options: TestBackendOptions = {}): Promise<TestBackend> {
  const {
    project,
    flags = [],
    ownDatabase = options.dataDir !== undefined && options.databaseUrl === undefined,
  } = options
  const { empty = project !== undefined } = options
  const server: BackendSpawnOptions =
    project === undefined ? { program: options.program, flags } : { program: FOLDER_SERVER, flags, args: [project] }
  await using resources = new AsyncDisposableStack()
  const dataDir = options.dataDir ?? (await freshDataDir(resources, ownDatabase && !empty))
  const databaseUrl = ownDatabase
    ? `postgres://postgres@localhost:5432/postgres?host=${encodeURIComponent(join(dataDir, 'postgres/socket'))}`
    : (options.databaseUrl ?? (await freshDatabase(resources, empty)))

  const port = await findFreePort()
  const url = `http://localhost:${port}`
  const secretKey = `sb_secret_${randomBytes(18).toString('base64url')}`
  const env = {
    PORT: String(port),
    DATA_DIR: dataDir,
    SUPABASE_SECRET_KEY: secretKey,
    ...(ownDatabase ? {} : { DATABASE_URL: databaseUrl }),
    ...HIGH_LIMITS,
    ...(project === undefined ? HIGH_SITE_LIMITS : {}),
    ...options.env,
  }
  const runs: BackendProcess[] = []
  const start = async () => void runs.push(await spawnBackend(url, env, server))
  const stop = async () => runs.at(-1)?.stop()
  resources.defer(stop)
  await start()

  const owned = resources.move()
  return {
    url,
    publishableKey: PUBLISHABLE_KEY,
    secretKey,
    dataDir,
    databaseUrl,
    client: () => createStatelessClient(url, PUBLISHABLE_KEY),
    secretClient: () => createStatelessClient(url, secretKey),
    log: () => runs.map((run) => run.log()).join(''),
    stop,
    kill: async () => runs.at(-1)?.kill(),
    start,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

async function freshDataDir(cleanUp: AsyncDisposableStack, hasDatabase: boolean): Promise<string> {
  const { path } = cleanUp.use(await createTemporaryFolder('data-'))
  if (hasDatabase) cpSync(await getSharedTestFixture('data-template'), path, { recursive: true })
  else await mkdir(path, { recursive: true })
  return path
}

async function freshDatabase(cleanUp: AsyncDisposableStack, empty = false): Promise<string> {
  const server = await getSharedTestFixture('postgres')
  const template = empty ? 'template1' : await getSharedTestFixture('database-template')
  const name = `backend_${randomBytes(6).toString('hex')}`
  const address = await createDatabase(server, name, template)
  cleanUp.defer(() => dropDatabase(server, name))
  return address
}

/** Creates a supabase-js client that stores no session. */
export function createStatelessClient(url: string, key: string): SupabaseClient {
  return createClient(url, key, { auth: { persistSession: false, autoRefreshToken: false } })
}
