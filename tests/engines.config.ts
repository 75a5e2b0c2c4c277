import { ENGINE_NAMES, findInstalledEngines } from './engines/engines.ts'
import config from './playwright.config.ts'

const { use: _, ...shared } = config

/** The Playwright configuration of `npm run rehearse -- engines`: the journeys in each engine that is installed. */
export default {
  ...shared,
  testDir: 'engines',
  outputDir: '../test-results/engines',
  reporter: [['list']],
  workers: 1, // one engine takes both cores
  projects: findInstalledEngines(ENGINE_NAMES).map((name) => ({
    name,
    ...(name === 'wpe' && { grep: /@below/ }), // WPE is older than the floor
    ...(name === 'chromium109' && { grepInvert: /@not109/ }),
  })),
} satisfies typeof config
