import { defineConfig } from '@playwright/test'
import { findBrowser } from './support/browser.ts'

const executablePath = findBrowser()

const args = [
  // Nothing leaves the machine: every other name leads nowhere.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
  '--disable-quic',
  // A page lives for seconds: compiling its script better costs more than it saves.
  '--js-flags=--no-opt,--no-maglev',
]

export default defineConfig({
  testDir: 'browser',
  outputDir: '../test-results/browser',
  globalSetup: './support/global-setup.ts',
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  workers: 3, // on two cores: a journey waits more than it works
  timeout: 90_000,
  // A breakage is tried with less: its test waits for what never comes (tests/breakages).
  expect: { timeout: Number(process.env['EXPECT_TIMEOUT_MS'] ?? 20_000) },
  reporter: [['list'], ['json']],
  use: {
    locale: 'en-US',
    timezoneId: 'Europe/Berlin',
    launchOptions: { args, ...(executablePath === null ? {} : { executablePath }) },
    screenshot: 'only-on-failure',
    trace: 'off',
  },
  projects: [
    {
      name: 'phone',
      testIgnore: 'development.spec.ts', // says nothing about screens
      // A pixel for each point: no journey asks for pixels, and four times as many cost every one a twelfth of its time.
      use: { viewport: { width: 360, height: 780 }, isMobile: true, hasTouch: true, deviceScaleFactor: 1 },
    },
    // Only what a wide screen shows or does differently; the rest is the same code, and proven once.
    { name: 'desktop', grep: /@wide/, use: { viewport: { width: 1440, height: 900 } } },
  ],
})
