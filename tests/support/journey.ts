// Playwright's `test` with a real backend. A test fails on unexpected console messages and requests to other hosts.
import { type BrowserContext, test as base, expect, type Request } from '@playwright/test'
import { type BackendFixtures, backendFixture } from './journey-backend.ts'

/**
 * Declares the console messages and external requests that a test expects. A test fails on an undeclared one, and on a declared one
 * that does not occur.
 */
export type ExpectedPageEvents = {
  /** Expects an error or a warning in the console. */
  trouble(pattern: RegExp): void
  /** Expects a request to another host, such as `www.youtube-nocookie.com`. */
  host(name: string): void
}

type TestFixtures = { announce: ExpectedPageEvents; watched: null; spots: null }

/** For `test.use`: options of tests that need animations, which the other browser tests reduce. */
export const WITH_MOTION = { contextOptions: { reducedMotion: 'no-preference' } } as const

/** The number of spots at the beginning of every test, as in a new database (supabase/schemas/05_settings.sql). */
const SPOTS_AT_FIRST = '10'

/**
 * Playwright's `test` with the fixtures `backend` and `announce`. All tests of a worker share one backend, so each test must use
 * unique email addresses. All browser tests must use this `test`: with other worker fixtures, Playwright would start a further
 * worker, browser and backend.
 */
export const test = base.extend<TestFixtures, BackendFixtures>({
  backend: backendFixture,
  baseURL: async ({ backend }, use) => use(backend.url),
  announce: async ({ context }, use, info) => {
    const surprises = watch(context)
    await use(surprises.announce)
    if (info.errors.length > 0) {
      await info.attach('where it ended', { body: surprises.whereItEnded(), contentType: 'text/plain' })
    }
    expect(surprises.left(), 'unexpected console messages or hosts, and announced ones that did not occur').toEqual([])
  },
  watched: [async ({ announce: _ }, use) => use(null), { auto: true }],
  // Earlier tests of the worker have taken spots.
  spots: [
    async ({ backend }, use) => {
      const row = { key: 'early_access_spots', value: SPOTS_AT_FIRST }
      const { error } = await backend.secretClient().from('app_settings').upsert(row)
      expect(error).toBeNull()
      await use(null)
    },
    { auto: true },
  ],
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

  const announce: ExpectedPageEvents = {
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
  /** Returns details about a failed test that its screenshot does not show: page URLs and pending requests. */
  const whereItEnded = () =>
    [
      ...context.pages().map((page) => page.url()),
      ...[...unanswered].map((request) => `pending: ${request.method()} ${request.url()}`),
    ].join('\n')
  return { announce, left, whereItEnded }
}
