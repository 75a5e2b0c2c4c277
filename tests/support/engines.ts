import { afterAll, onTestFailed, test } from 'vitest'
import { type Backend, type Engine, type StartOptions, startBackend } from './start-backend.ts'
import { needsOwnServer, targetBackend } from './target.ts'

/** What a test on both engines does with its backend. */
export type BackendTest = (backend: Backend) => Promise<void>

const VISITOR_ADDRESS = /[\w.+-]+@[\w.-]*example\.(com|org)/

const target = targetBackend()

/** The engines of this run: both, unless `TEST_ENGINE` names one (for a quick look; `npm test` never sets it). A target is one. */
export const ENGINES: Engine[] = (['pglite', 'postgres'] as const).filter((engine) =>
  target === null ? [undefined, '', engine].includes(process.env['TEST_ENGINE']) : engine === 'postgres',
)

/** A fact that holds on PGlite and on a real PostgreSQL. Each run gets a fresh backend, with migrated data of its own. */
export function onBothEngines(title: string, run: BackendTest, options: StartOptions = {}): void {
  if (target !== null && needsOwnServer(options)) return
  for (const engine of ENGINES) {
    test(`${title} (${engine})`, async () => {
      await using backend = target ?? (await startBackend({ ...options, engine }))
      await runOn(backend, run)
    })
  }
}

type SharedServers = { users: number; started: Map<Engine, Promise<Backend>> }

/** By their options: test files that run in one process (tests/contract/together) have servers in common. */
const shared = new Map<string, SharedServers>()

/**
 * The same, with one backend per engine for the whole file: for facts that only read, or that keep to addresses of
 * their own (`aVisitor`). Call it once at the top: `const onBothEngines = sharedBackend()`.
 */
export function sharedBackend(options: StartOptions = {}): (title: string, run: BackendTest) => void {
  const key = JSON.stringify(options)
  const servers = shared.get(key) ?? { users: 0, started: new Map() }
  shared.set(key, servers)
  servers.users++
  const backendOn = (engine: Engine) => {
    const backend =
      servers.started.get(engine) ?? (target ? Promise.resolve(target) : startBackend({ ...options, engine }))
    servers.started.set(engine, backend)
    return backend
  }
  afterAll(async () => {
    servers.users--
    if (servers.users > 0) return
    for (const backend of servers.started.values()) await (await backend)[Symbol.asyncDispose]()
  })
  return (title, run) => {
    for (const engine of ENGINES) {
      test(`${title} (${engine})`, async () => runOn(await backendOn(engine), run))
    }
  }
}

async function runOn(backend: Backend, run: BackendTest): Promise<void> {
  const before = backend.log().length
  const said = () => backend.log().slice(before)
  onTestFailed(() => console.info(`The backend said during this test:\n${said()}`))
  await run(backend)
  // What the log never holds, whatever a test is about. Thrown, not expected: a test needs an expectation of its own.
  if (VISITOR_ADDRESS.test(said())) throw new Error('The log of the backend holds a whole address of a visitor.')
}
