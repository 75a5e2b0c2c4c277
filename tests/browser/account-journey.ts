// As journey.ts, on a backend with every way to sign in switched on and room for many sign-ins from one address.

import { expect, test as journey } from '../support/journey.ts'
import { type Backend, startBackend } from '../support/start-backend.ts'

const env = {
  AUTH_PASSKEY_ENABLED: 'true',
  AUTH_RATE_LIMIT_EMAIL_SENT: '10000',
  AUTH_RATE_LIMIT_SIGN_IN_SIGN_UPS: '10000',
  AUTH_RATE_LIMIT_TOKEN_REFRESH: '10000',
  AUTH_RATE_LIMIT_TOKEN_VERIFICATIONS: '10000',
}

/** Journeys around an account; addresses of their own keep them apart. */
export const test = journey.extend<object, { backend: Backend }>({
  backend: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from a pattern
    async ({}, use) => {
      await using backend = await startBackend({ env })
      await use(backend)
    },
    { scope: 'worker', timeout: 90_000 },
  ],
})

export { expect }
