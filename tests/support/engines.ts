import { afterAll, onTestFailed, test } from 'vitest'
import { startBackend, type TestBackend, type TestBackendOptions, type TestEngine } from './start-backend.ts'
import { findTargetBackend, needsOwnTestBackend } from './target.ts'

export type BackendTest = (backend: TestBackend) => Promise<void>

const VISITOR_ADDRESS = /[\w.+-]+@[\w.-]*example\.(com|org)/

const target = findTargetBackend()

/**
 * The database engines that the tests run on: PGlite and PostgreSQL, or the one in `TEST_ENGINE` (never set by `npm test`). The
 * backend that `npm run check-target` tests counts as PostgreSQL.
 */
export const TEST_ENGINES: TestEngine[] = (['pglite', 'postgres'] as const).filter((engine) =>
  target === null ? [undefined, '', engine].includes(process.env['TEST_ENGINE']) : engine === 'postgres',
)

/** Registers a test that runs on PGlite and on PostgreSQL, each time with a new backend and new, migrated data. */
export function testOnBothEngines(title: string, run: BackendTest, options: TestBackendOptions = {}): void {
  if (target !== null && needsOwnTestBackend(options)) return
  for (const engine of TEST_ENGINES) {
    test(`${title} (${engine})`, async () => {
      await using backend = target ?? (await startBackend({ ...options, engine }))
      await runOn(backend, run)
    })
  }
}

type SharedServers = { users: number; started: Map<TestEngine, Promise<TestBackend>> }

/** Backends that several tests share, keyed by their options. Test files that run in one process (tests/contract/together) share them. */
const shared = new Map<string, SharedServers>()

/**
 * Returns a variant of `testOnBothEngines` that uses one backend per engine for the whole file. It is for tests that only read, or
 * that use unique email addresses (`createTestVisitor`). Call it once at the top of the file: `const onBothEngines =
 * createSharedBackendTest()`.
 */
export function createSharedBackendTest(options: TestBackendOptions = {}): (title: string, run: BackendTest) => void {
  const key = JSON.stringify(options)
  const servers = shared.get(key) ?? { users: 0, started: new Map() }
  shared.set(key, servers)
  servers.users++
  const backendOn = (engine: TestEngine) => {
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
    for (const engine of TEST_ENGINES) {
      test(`${title} (${engine})`, async () => runOn(await backendOn(engine), run))
    }
  }
}

async function runOn(backend: TestBackend, run: BackendTest): Promise<void> {
  const before = backend.log().length
  const said = () => backend.log().slice(before)
  onTestFailed(() => console.info(`Output of the backend during this test:\n${said()}`))
  await run(backend)
  // After every test, checks that the backend's log contains no email address. Throws instead of using `expect`, because an `expect`
  // here would satisfy `requireAssertions` for a test without assertions.
  if (VISITOR_ADDRESS.test(said()))
    throw new Error('The log of the backend contains the complete address of a visitor.')
}
