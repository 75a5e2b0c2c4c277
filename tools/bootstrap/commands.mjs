const FOR_A_START = 'for a start'
const ALL = 'all'
const BUILDS = ['website', 'server']
const BUILDS_FOR_TESTS = [...BUILDS, 'console']

/**
 * The commands of `npm run`. Each has the program to start, and the packages and builds that it needs. Each command has a script in
 * package.json and works with Node 20 or later.
 */
export const NPM_COMMANDS = {
  start: {
    program: 'server/dist/main.js',
    packages: FOR_A_START,
    builds: BUILDS,
  },
  dev: { program: 'tools/dev.ts', packages: FOR_A_START },
  build: { program: null, packages: FOR_A_START, builds: BUILDS },
  // A start does not install the packages of the Model Context Protocol and of the console's page.
  admin: {
    program: 'admin/src/main.ts',
    packages: FOR_A_START,
    packagesFor: { mcp: ALL, console: ALL },
    buildsFor: { console: ['console'] },
  },
  test: { program: 'tools/test.ts', packages: ALL, builds: BUILDS_FOR_TESTS },
  // The built pages are checked too (tools/browser-floor). A build runs only after a change of its sources.
  check: { program: 'tools/check.ts', packages: ALL, builds: ['website', 'console'] },
  bench: { program: 'bench/run.ts', packages: ALL, builds: BUILDS },
  mutate: { program: 'tools/mutate.ts', packages: ALL },
  shots: { program: 'tools/shots.ts', packages: ALL, builds: BUILDS_FOR_TESTS },
  rehearse: { program: 'tools/rehearse.ts', packages: ALL, builds: BUILDS },
  faults: { program: 'tests/faults/run.ts', packages: ALL, builds: BUILDS },
  'odd-inputs': { program: 'tests/odd-inputs/many.ts', packages: ALL, builds: BUILDS },
  weigh: { program: 'tools/weigh.ts', packages: FOR_A_START },
  'prepare-supabase': { program: 'tools/prepare-supabase.ts', packages: FOR_A_START },
  'draw-fonts': { program: 'tools/draw-fonts.ts', packages: ALL },
  'draw-static': { program: 'website/build/draw-static.ts', packages: FOR_A_START, builds: ['website'] },
}
