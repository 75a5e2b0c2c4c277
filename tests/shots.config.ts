import config from './playwright.config.ts'

/**
 * The Playwright configuration of `npm run shots` (screenshots). It has the browser and network restrictions of the browser tests,
 * but other test files and no projects per screen size.
 */
export default {
  ...config,
  testMatch: '**/*.shots.ts',
  outputDir: '../test-results/shots',
  reporter: [['dot']],
  projects: [{ name: 'shots' }],
} satisfies typeof config
