import { afterAll, onTestFailed, type TestOptions, test } from 'vitest'
import { recordLoggedEvents } from './logged-events.ts'
import { startBackend, type TestBackend, type TestBackendOptions } from './start-backend.ts'
import { findTargetBackend, NotOnTargetError, needsOwnTestBackend, setsOnlyRateLimits } from './target.ts'

export type BackendTest = (backend: TestBackend) => Promise<void>

/** Registers a test with its title, optionally its tags, and its body. */
export type RegisterBackendTest = (title: string, ...rest: [BackendTest] | [Tags, BackendTest]) => void

const VISITOR_ADDRESS = /[\w.+-]+@[\w.-]*example\.(com|org)/

const target = findTargetBackend()

type Tags = Pick<TestOptions, 'tags'>

/** Registers a test with a new backend and new, migrated data. */
export function testOnBackend(title: string, ...rest: [BackendTest] | [TestBackendOptions & Tags, BackendTest]): void {
  const [{ tags = [], ...options }, run]: [TestBackendOptions & Tags, BackendTest] =
    rest.length === 1 ? [{}, rest[0]] : rest
  if (target !== null && needsOwnTestBackend(options)) return
  test(title, { tags }, async ({ skip }) => {
    await using backend = target ?? (await startBackend(options))
    await runOn(backend, run, skip)
  })
}

/**
 * Returns a variant of `testOnBackend` that uses one backend for the whole file. It is for tests that only read, or that use unique email
 * addresses (`createTestVisitor`). Call it once at the top of the file: `const onBackend = createSharedBackendTest()`.
 */
export function createSharedBackendTest(options: TestBackendOptions = {}): RegisterBackendTest {
  let started: Promise<TestBackend> | undefined
  afterAll(async () => (await started)?.[Symbol.asyncDispose]())
  return registerOn(options, () => {
    started ??= startBackend(options)
    return started
  })
}

/** The backends of `createCommonBackendTest` that this process has started, by their options. */
const common = new Map<string, Promise<TestBackend>>()

/**
 * Like `createSharedBackendTest`, but all files that one process runs share the backend of the same options, which ends with the process.
 * It is for tests that depend only on the accounts, rows and files that they create, and that leave settings as they were.
 */
export function createCommonBackendTest(options: TestBackendOptions = {}): RegisterBackendTest {
  const key = JSON.stringify(options)
  afterAll(async () => recordLoggedEvents((await common.get(key))?.log() ?? ''))
  return registerOn(options, () => {
    const backend = common.get(key) ?? startBackend(options)
    common.set(key, backend)
    return backend
  })
}

function registerOn(options: TestBackendOptions, start: () => Promise<TestBackend>): RegisterBackendTest {
  return (title, ...rest) => {
    if (target !== null && !setsOnlyRateLimits(options.env)) return
    const [tags, run]: [Tags, BackendTest] = rest.length === 1 ? [{}, rest[0]] : rest
    test(title, tags, async ({ skip }) => runOn(target ?? (await start()), run, skip))
  }
}

/** Runs the body of a test on a backend. Skips the test when it needs what a target backend does not provide. */
async function runOn(backend: TestBackend, run: BackendTest, skip: () => void): Promise<void> {
  const log = backend === target ? () => '' : backend.log
  const before = log().length
  const said = () => log().slice(before)
  onTestFailed(() => console.info(`Output of the backend during this test:\n${said()}`))
  try {
    await run(backend)
  } catch (error) {
    if (!(error instanceof NotOnTargetError)) throw error
    skip()
  }
  // After every test, checks that the backend's log contains no email address. Throws instead of using `expect`, because an `expect`
  // here would satisfy `requireAssertions` for a test without assertions.
  if (VISITOR_ADDRESS.test(said()))
    throw new Error('The log of the backend contains the complete address of a visitor.')
}
