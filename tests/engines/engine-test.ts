// Playwright's runner for journeys in browsers that Playwright itself cannot drive. The name of a project is the name of its engine.
import { test as base, expect } from '@playwright/test'
import { type BackendFixtures, backendFixture } from '../support/journey-backend.ts'
import type { TestBackend } from '../support/start-backend.ts'
import type { DriverOptions } from './driver.ts'
import { ENGINES, type EngineName } from './engines.ts'
import { Visitor } from './visitor.ts'

export { expect }

type JourneyFixtures = { options: Partial<DriverOptions>; visitor: Visitor; troubles: RegExp[] }

const DEFAULTS: DriverOptions = {
  width: 1280,
  height: 900,
  dark: false,
  reducedMotion: false,
  script: true,
  userAgent: null,
  zoom: 1,
  tabsToLinks: true,
  features: [],
}

/** What WebKit writes about requests and connections of a page that is left, and Firefox about fonts (NS_BINDING_ABORTED). */
const LEAVING = [
  /due to access control checks/,
  /WebSocket is closed due to suspension/,
  /font: .* status=2152398850\b/,
]

/** `test.use({ options })` sets how the browser starts; `troubles` takes patterns of console errors that a journey expects. */
export const test = base.extend<JourneyFixtures, BackendFixtures>({
  backend: backendFixture,
  options: [{}, { option: true }],
  // oxlint-disable-next-line no-empty-pattern -- Playwright demands a pattern as the first parameter, also of a fixture that uses no other
  troubles: async ({}, use) => use([]),
  visitor: async ({ backend, options, troubles }, use, info) => {
    const { start } = ENGINES[info.project.name as EngineName]
    await using driver = await start({ ...DEFAULTS, ...options })
    const visitor = new Visitor(driver, backend.url)
    await use(visitor)
    if (info.errors.length > 0) {
      await info.attach('where it ended', { body: await driver.screenshot(), contentType: 'image/png' })
      await info.attach('console', { body: driver.errors().join('\n'), contentType: 'text/plain' })
    }
    const expected = [...LEAVING, ...troubles]
    const unexpected = driver.errors().filter((text) => !expected.some((pattern) => pattern.test(text)))
    expect(unexpected, 'errors in the console').toEqual([])
  },
})

/** Sets the number of places, as an operator does. */
export async function setSpots(backend: TestBackend, value: string): Promise<void> {
  const { error } = await backend.secretClient().from('app_settings').upsert({ key: 'early_access_spots', value })
  expect(error).toBeNull()
}
