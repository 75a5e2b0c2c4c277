import { type Backend, type StartOptions, statelessClient } from './start-backend.ts'

/**
 * The server that the environment names (`TEST_TARGET_URL` with its keys) instead of one that a test starts; null when it names none.
 * `tools/check-target.ts` sets these.
 */
export function targetBackend(): Backend | null {
  const url = process.env['TEST_TARGET_URL']
  if (!url) return null
  const publishableKey = process.env['TEST_TARGET_PUBLISHABLE_KEY'] ?? ''
  const secretKey = process.env['TEST_TARGET_SECRET_KEY'] ?? ''
  const notOurs = async () => {
    throw new Error('A target is not started, stopped or killed by tests.')
  }
  return {
    engine: 'postgres',
    url,
    publishableKey,
    secretKey,
    dataDir: '',
    databaseUrl: null,
    client: () => statelessClient(url, publishableKey),
    secretClient: () => statelessClient(url, secretKey),
    log: () => '',
    stop: notOurs,
    kill: notOurs,
    start: notOurs,
    [Symbol.asyncDispose]: async () => {},
  }
}

/** Whether a test can only be made with a server of its own: it stops it, sets it up, or looks behind it. */
export function needsOwnServer({ env, empty, dataDir, databaseUrl, flags }: StartOptions): boolean {
  return [env, empty, dataDir, databaseUrl, flags].some((option) => option !== undefined)
}
