import { randomBytes } from 'node:crypto'
import { cpSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { type BackendProcess, type ServerProgram, SHORT_LIVED, spawnBackend } from './backend-process.ts'
import { freePort } from './free-port.ts'
import { onceARun } from './once-a-run.ts'
import { createDatabase, dropDatabase } from './postgres.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** The two databases a backend runs on. */
export type Engine = 'pglite' | 'postgres'

/** How a test's backend differs from the usual one. */
export type StartOptions = {
  engine?: Engine
  /** Added to its environment, last. */
  env?: Record<string, string>
  /** Use this data folder as it is, and leave it there at the end. */
  dataDir?: string
  /** Use this PostgreSQL database as it is, and leave it there at the end (two backends on one database). */
  databaseUrl?: string
  /** Begin with nothing: no migration has run yet, no key was made. */
  empty?: boolean
  /** Flags of Node.js, added to the usual ones. */
  flags?: readonly string[]
  /** The built site unless said otherwise. */
  program?: ServerProgram
}

/** A backend of the test's own, ready to be asked. Disposed, it leaves nothing behind. */
export type Backend = AsyncDisposable & {
  engine: Engine
  url: string
  publishableKey: string
  secretKey: string
  dataDir: string
  /** The PostgreSQL database behind it, `null` on PGlite. */
  databaseUrl: string | null
  /** supabase-js as the website uses it: anonymous, nothing stored. */
  client(): SupabaseClient
  /** supabase-js with the operators' key. */
  secretClient(): SupabaseClient
  /** Everything it printed so far, restarts included. */
  log(): string
  stop(): Promise<void>
  kill(): Promise<void>
  /** Starts it again after `stop` or `kill`: same address, same data. */
  start(): Promise<void>
}

const PUBLISHABLE_KEY = 'sb_publishable_local-development-only'

/** Tests come from one address and many at a time: the limits are high unless a test is about them. */
const ROOMY = {
  LIMIT_SIGNUPS_PER_SOURCE: '100000',
  LIMIT_MESSAGES_PER_SOURCE: '100000',
  LIMIT_CONNECTIONS_PER_SOURCE: '100000',
  LIMIT_SOCKETS_PER_SOURCE: '1000',
}

/** Starts a backend on a free port, with data of its own in which every migration has already run. */
export async function startBackend(options: StartOptions = {}): Promise<Backend> {
  const engine = options.engine ?? 'pglite'
  await using onTheWay = new AsyncDisposableStack()
  const dataDir = options.dataDir ?? (await freshDataDir(onTheWay, engine, options.empty))
  const databaseUrl =
    engine === 'postgres' ? (options.databaseUrl ?? (await freshDatabase(onTheWay, options.empty))) : null

  const port = await freePort()
  const url = `http://localhost:${port}`
  const secretKey = `sb_secret_${randomBytes(18).toString('base64url')}`
  const env = {
    PORT: String(port),
    DATA_DIR: dataDir,
    SUPABASE_SECRET_KEY: secretKey,
    ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
    ...ROOMY,
    ...options.env,
  }
  const runs: BackendProcess[] = []
  const start = async () =>
    void runs.push(
      await spawnBackend(url, env, { program: options.program, flags: [...SHORT_LIVED, ...(options.flags ?? [])] }),
    )
  const stop = async () => runs.at(-1)?.stop()
  onTheWay.defer(stop)
  await start()

  const leftovers = onTheWay.move()
  return {
    engine,
    url,
    publishableKey: PUBLISHABLE_KEY,
    secretKey,
    dataDir,
    databaseUrl,
    client: () => statelessClient(url, PUBLISHABLE_KEY),
    secretClient: () => statelessClient(url, secretKey),
    log: () => runs.map((run) => run.log()).join(''),
    stop,
    kill: async () => runs.at(-1)?.kill(),
    start,
    [Symbol.asyncDispose]: () => leftovers.disposeAsync(),
  }
}

async function freshDataDir(cleanUp: AsyncDisposableStack, engine: Engine, empty = false): Promise<string> {
  const { path } = cleanUp.use(await temporaryFolder('data-'))
  // `cp` of node:fs/promises takes 0.3 to 1 s of processor time for these 1,135 files, `cpSync` 0.05 s.
  if (engine === 'pglite' && !empty) cpSync(await onceARun('data-template'), path, { recursive: true })
  else await mkdir(path, { recursive: true })
  return path
}

async function freshDatabase(cleanUp: AsyncDisposableStack, empty = false): Promise<string> {
  const server = await onceARun('postgres')
  const template = empty ? 'template1' : await onceARun('database-template')
  const name = `backend_${randomBytes(6).toString('hex')}`
  const address = await createDatabase(server, name, template)
  cleanUp.defer(() => dropDatabase(server, name))
  return address
}

/** supabase-js that keeps nothing. */
export function statelessClient(url: string, key: string): SupabaseClient {
  return createClient(url, key, { auth: { persistSession: false, autoRefreshToken: false } })
}
