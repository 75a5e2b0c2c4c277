import { createStatelessClient, type TestBackend, type TestBackendOptions } from './start-backend.ts'

/**
 * Returns the running backend that the tests must use instead of starting one. `npm run check-target` gives its URL in
 * `TEST_TARGET_URL`, and its keys. Returns null when `TEST_TARGET_URL` is not set.
 */
export function findTargetBackend(): TestBackend | null {
  const url = process.env['TEST_TARGET_URL']
  if (!url) return null
  const publishableKey = process.env['TEST_TARGET_PUBLISHABLE_KEY'] ?? ''
  const secretKey = process.env['TEST_TARGET_SECRET_KEY'] ?? ''
  const notOurs = async () => {
    throw new Error('Tests must not start, stop or kill a target backend.')
  }
  return {
    engine: 'postgres',
    url,
    publishableKey,
    secretKey,
    dataDir: '',
    databaseUrl: null,
    client: () => createStatelessClient(url, publishableKey),
    secretClient: () => createStatelessClient(url, secretKey),
    log: () => '',
    stop: notOurs,
    kill: notOurs,
    start: notOurs,
    [Symbol.asyncDispose]: async () => {},
  }
}

/** Returns whether a test needs a backend with its own configuration or data and therefore cannot run against a target backend. */
export function needsOwnTestBackend({ env, empty, dataDir, databaseUrl, flags }: TestBackendOptions): boolean {
  return [env, empty, dataDir, databaseUrl, flags].some((option) => option !== undefined)
}
