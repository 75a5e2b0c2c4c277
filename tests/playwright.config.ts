import { defineConfig } from '@playwright/test'
import { findInstalledEngines, SMOKE_ENGINES } from './engines/engines.ts'
import { findBrowser } from './support/browser.ts'

const executablePath = findBrowser()

const args = [
  // Blocks all network access: every host name except localhost resolves to NOTFOUND.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
  '--disable-quic',
]

export default defineConfig({
  testDir: 'journeys',
  outputDir: '../test-results/journeys',
  globalSetup: './support/global-setup.ts',
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  grepInvert: /@rehearsal/, // more inputs and window sizes of tests, which `npm run rehearse -- journeys` runs
  workers: 3, // more workers than the two cores, because a browser test mostly waits
  timeout: 90_000,
  // Mutation testing with the hand-written mutations (tests/breakages) sets a shorter timeout, because in broken code a test often
  // waits for a result that never comes.
  expect: { timeout: Number(process.env['EXPECT_TIMEOUT_MS'] ?? 20_000) },
  reporter: [['list'], ['json']],
  use: {
    locale: 'en-US',
    timezoneId: 'Europe/Berlin',
    launchOptions: { args, ...(executablePath === null ? {} : { executablePath }) },
    // Without animations, a test takes a third less time. Tests of motion and of its timing use WITH_MOTION (support/journey.ts).
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    trace: 'off',
  },
  projects: [
    {
      name: 'phone',
      // One pixel per CSS pixel: no browser test depends on the pixel density, and four times as many pixels would make every test a
      // twelfth slower.
      use: { viewport: { width: 360, height: 780 }, isMobile: true, hasTouch: true, deviceScaleFactor: 1 },
    },
    // Runs only the tests of features that differ on a wide screen. For all other tests, the project `phone` is enough.
    { name: 'desktop', grep: /@wide/, use: { viewport: { width: 1440, height: 900 } } },
    ...findInstalledEngines(SMOKE_ENGINES).map((name) => ({ name, testDir: 'engines', grep: /@smoke/ })),
  ],
})
