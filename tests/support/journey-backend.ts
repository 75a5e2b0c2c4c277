import type { PlaywrightWorkerArgs, WorkerFixture } from '@playwright/test'
import { startBackend, type TestBackend } from './start-backend.ts'

/** The fixtures of a worker of the browser tests. */
export type BackendFixtures = { backend: TestBackend }

/**
 * Environment variables of the backend for browser tests. They enable passkeys, and raise the rate limits because all browser tests
 * use one client IP address.
 */
const env = {
  AUTH_PASSKEY_ENABLED: 'true',
  AUTH_RATE_LIMIT_EMAIL_SENT: '10000',
  AUTH_RATE_LIMIT_SIGN_IN_SIGN_UPS: '10000',
  AUTH_RATE_LIMIT_TOKEN_REFRESH: '10000',
  AUTH_RATE_LIMIT_TOKEN_VERIFICATIONS: '10000',
}

/** Playwright's worker fixture of a backend, which all tests of the worker share. */
export const backendFixture: [WorkerFixture<TestBackend, PlaywrightWorkerArgs>, { scope: 'worker'; timeout: number }] =
  [
    // oxlint-disable-next-line no-empty-pattern -- Playwright demands a pattern as the first parameter, also of a fixture that uses no other
    async ({}, use) => {
      await using backend = await startBackend({ ownDatabase: true, env })
      await use(backend)
    },
    { scope: 'worker', timeout: 90_000 },
  ]
