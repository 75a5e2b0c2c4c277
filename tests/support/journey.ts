// Playwright's `test` for journeys through the real site: served by a real backend, and nothing unexpected on the way.
import { type BrowserContext, test as base, expect, type Request } from '@playwright/test'
import { type Backend, startBackend } from './start-backend.ts'

/** What a journey announces before it happens; anything else of the kind fails it, and so does what is announced and stays away. */
export type Announcements = {
  /** An error or a warning in the console. */
  trouble(pattern: RegExp): void
  /** A request to another host, such as `www.youtube-nocookie.com`. */
  host(name: string): void
}

type TestFixtures = { announce: Announcements; watched: null }
type WorkerFixtures = { backend: Backend }

/** Every way to sign in, and room for many sign-ins from one address. */
const env = {
  AUTH_PASSKEY_ENABLED: 'true',
  AUTH_RATE_LIMIT_EMAIL_SENT: '10000',
  AUTH_RATE_LIMIT_SIGN_IN_SIGN_UPS: '10000',
  AUTH_RATE_LIMIT_TOKEN_REFRESH: '10000',
  AUTH_RATE_LIMIT_TOKEN_VERIFICATIONS: '10000',
}

/**
 * As Playwright's own, with `backend` (one for all journeys of a worker: keep to addresses of your own) and `announce`. All
 * journeys use this one: with other fixtures of a worker Playwright would start another worker, browser and backend for them.
 */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  backend: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from a pattern
    async ({}, use) => {
      await using backend = await startBackend({ env })
      await use(backend)
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  baseURL: async ({ backend }, use) => use(backend.url),
  announce: async ({ context }, use, info) => {
    const surprises = watch(context)
    await use(surprises.announce)
    if (info.errors.length > 0) {
      await info.attach('where it ended', { body: surprises.whereItEnded(), contentType: 'text/plain' })
    }
    expect(surprises.left(), 'nothing unexpected in the console or on the network, and all that was announced').toEqual(
      [],
    )
  },
  watched: [async ({ announce: _ }, use) => use(null), { auto: true }],
})

export { expect }

function watch(context: BrowserContext) {
  const troubles: string[] = []
  const hosts = new Set<string>()
  const expectedTroubles: RegExp[] = []
  const expectedHosts: string[] = []
  const unanswered = new Set<Request>()

  context.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') troubles.push(message.text())
  })
  context.on('weberror', (error) => troubles.push(error.error().message))
  context.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url())
    if (/^(https?|wss?):$/.test(protocol) && hostname !== 'localhost') hosts.add(hostname)
    unanswered.add(request)
  })
  context.on('requestfinished', (request) => unanswered.delete(request))
  context.on('requestfailed', (request) => unanswered.delete(request))

  const announce: Announcements = {
    trouble: (pattern) => void expectedTroubles.push(pattern),
    host: (name) => void expectedHosts.push(name),
  }
  const left = () => [
    ...troubles.filter((text) => !expectedTroubles.some((pattern) => pattern.test(text))),
    ...[...hosts].filter((host) => !expectedHosts.includes(host)).map((host) => `a request to ${host}`),
    ...expectedTroubles
      .filter((pattern) => !troubles.some((text) => pattern.test(text)))
      .map((pattern) => `no ${pattern}`),
    ...expectedHosts.filter((host) => !hosts.has(host)).map((host) => `no request to ${host}`),
  ]
  /** What the picture of a journey that failed does not show. */
  const whereItEnded = () =>
    [
      ...context.pages().map((page) => page.url()),
      ...[...unanswered].map((request) => `no answer to ${request.method()} ${request.url()}`),
    ].join('\n')
  return { announce, left, whereItEnded }
}
