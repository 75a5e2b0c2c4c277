import config from './playwright.config.ts'

const { grepInvert: _, ...shared } = config

/** The Playwright configuration of `npm run rehearse -- journeys`: the browser tests that `npm test` leaves out. */
export default {
  ...shared,
  grep: /@rehearsal/,
  outputDir: '../test-results/rehearsal',
  reporter: [['list']],
  projects: (config.projects ?? []).filter(({ name }) => name === 'phone'), // these tests set the window sizes that they need
} satisfies typeof config
