import { createStatelessClient, type TestBackend, type TestBackendOptions } from './start-backend.ts'

/**
 * Thrown when a test uses what a target backend does not provide: its data folder, database address or log, a stop or a start. The test is
 * then skipped (tests/support/backend-test.ts).
 */
export class NotOnTargetError extends Error {}

/**
 * Returns the running backend that the tests must use instead of starting one. `npm run rehearse -- target` gives its URL in
 * `TEST_TARGET_URL`, and its keys. Returns null when `TEST_TARGET_URL` is not set.
 */
export function findTargetBackend(): TestBackend | null {
  const url = process.env['TEST_TARGET_URL']
  if (!url) return null
  const publishableKey = process.env['TEST_TARGET_PUBLISHABLE_KEY'] ?? ''
  const secretKey = process.env['TEST_TARGET_SECRET_KEY'] ?? ''
  const refuse = (): never => {
    throw new NotOnTargetError()
  }
  return {
    url,
    publishableKey,
    secretKey,
    get dataDir() {
      return refuse()
    },
    get databaseUrl() {
      return refuse()
    },
    client: () => createStatelessClient(url, publishableKey),
    secretClient: () => createStatelessClient(url, secretKey),
    log: refuse,
    stop: async () => refuse(),
    kill: async () => refuse(),
    start: async () => refuse(),
    [Symbol.asyncDispose]: async () => {},
  }
}

/** Returns whether a test needs a backend with its own configuration or data and therefore cannot run against a target backend. */
export function needsOwnTestBackend({
  env,
  empty,
  dataDir,
  databaseUrl,
  flags,
  ownDatabase,
}: TestBackendOptions): boolean {
  return [env, empty, dataDir, databaseUrl, flags, ownDatabase].some((option) => option !== undefined)
}

/** Returns whether environment variables set nothing but rate limits. Tests on such a backend also run on a target, with the target's limits. */
export function setsOnlyRateLimits(env: Record<string, string> = {}): boolean {
  return Object.keys(env).every((name) => /LIMIT_|MAX_FREQUENCY/.test(name))
}
