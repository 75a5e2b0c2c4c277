import config from './playwright.config.ts'

/**
 * The configuration of `npm run shots`: the browser and network restrictions of the browser tests, other test files, and no projects
 * for screen sizes.
 */
export default {
  ...config,
  testMatch: '**/*.shots.ts',
  outputDir: '../test-results/shots',
  reporter: [['dot']],
  projects: [{ name: 'shots' }],
} satisfies typeof config
