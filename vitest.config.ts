import { defineConfig } from 'vitest/config'
import { SlowFilesFirstSequencer } from './tests/support/slow-files-first.ts'
import { findIsolatedTestFiles } from './tests/support/unit-files.ts'
import { readRequirements } from './tests/whole/requirements.ts'

const SECONDS = 1_000

const BESIDE_SOURCES = '{website,ui,packages,server,contract,supabase,admin,tools}/**'
const OUTSIDE = ['**/node_modules/**', '**/dist/**']

const UNIT = `${BESIDE_SOURCES}/*.test.{ts,tsx,mjs}`
const BACKEND_WIRE = 'packages/backend/test/*.test.ts' // tests of the backend on its own project, through HTTP and WebSockets
const NO_UNIT = [...OUTSIDE, '**/*.integration.test.{ts,mjs}', BACKEND_WIRE]
const UNIT_BOUNDS = {
  hookTimeout: 90 * SECONDS,
  testTimeout: 60 * SECONDS, // long enough for a busy machine, and short enough to report a test that hangs
}
const isolated = findIsolatedTestFiles(import.meta.dirname, UNIT, NO_UNIT)

export default defineConfig({
  test: {
    globalSetup: 'tests/support/global-setup.ts',
    setupFiles: 'tests/support/quiet-console.ts',
    expect: { requireAssertions: true, poll: { timeout: 20 * SECONDS } }, // the default of one second is too short on a busy machine
    maxWorkers: 4, // more workers than the two cores, because the tests of the rules mostly wait for responses
    sequence: { sequencer: SlowFilesFirstSequencer },
    unstubEnvs: true,
    unstubGlobals: true,
    restoreMocks: true,
    // A test that proves a requirement carries its number. Any other tag is an error.
    tags: readRequirements().map(({ number, text }) => ({ name: number, description: text })),
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          isolate: false, // starting a process for each file takes four times as long as the tests themselves
          include: [UNIT],
          exclude: [...NO_UNIT, ...isolated],
          ...UNIT_BOUNDS,
        },
      },
      {
        extends: true,
        test: { name: 'unit-isolated', include: isolated, ...UNIT_BOUNDS },
      },
      {
        extends: true,
        test: {
          name: 'integration', // tests that start databases or programs
          include: [`${BESIDE_SOURCES}/*.integration.test.{ts,mjs}`],
          exclude: OUTSIDE,
          hookTimeout: 180 * SECONDS,
          testTimeout: 180 * SECONDS,
        },
      },
      {
        extends: true,
        test: {
          name: 'rules',
          include: ['tests/rules/**/*.test.ts', BACKEND_WIRE],
          isolate: false, // files share servers (createCommonBackendTest)
          testTimeout: 300 * SECONDS, // long, because up to twenty databases may compete for one core
          hookTimeout: 300 * SECONDS,
        },
      },
      {
        extends: true,
        test: {
          name: 'whole',
          include: ['tests/whole/**/*.test.ts'],
          testTimeout: 60 * SECONDS,
          hookTimeout: 90 * SECONDS,
        },
      },
    ],
  },
})
