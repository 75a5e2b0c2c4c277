import config from './playwright.config.ts'

/** The pictures of `npm run shots`: the browser and the fences of the tests, other files, no projects for screens. */
export default {
  ...config,
  testMatch: '**/*.shots.ts',
  outputDir: '../test-results/shots',
  reporter: [['dot']],
  projects: [{ name: 'shots' }],
} satisfies typeof config
