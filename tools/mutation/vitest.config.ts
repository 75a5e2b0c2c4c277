import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

const ROOT = join(import.meta.dirname, '../..')
const TESTS = '{website,ui,packages,server,contract,supabase,admin}/**/*.test.{ts,tsx}'
const OUTSIDE = ['**/node_modules/**', '**/dist/**']

/**
 * The Vitest configuration for the unit tests that run against mutants. Excludes tests that start a database, a server or a program
 * or wait for a timer, because each test runs once per mutant. Stryker runs the tests in a copy of the project, so our own packages must
 * resolve within the copy.
 */
export default defineConfig({
  root: ROOT,
  resolve: {
    alias: {
      '@site/contract': join(ROOT, 'contract'),
      '@site/releases': join(ROOT, 'packages/releases/src'),
      '@site/ui': join(ROOT, 'ui'),
    },
  },
  test: {
    setupFiles: 'tests/support/quiet-console.ts',
    expect: { requireAssertions: true },
    testTimeout: 60_000, // as in the project `unit`: the initial run, without mutants, must pass on a busy machine
    unstubEnvs: true,
    unstubGlobals: true,
    restoreMocks: true,
    include: [TESTS],
    exclude: [
      ...OUTSIDE,
      '**/*.integration.test.ts',
      'packages/backend/src/database/folder-lock.test.ts',
      'packages/backend/src/{fast-path,worker,http/listener,acceleration/insert-batcher}.test.ts',
      'server/src/{mail/eml,site/built-site}.test.ts',
      'supabase/functions/_shared/{deliver,smtp}.test.ts',
      'supabase/functions/send-contact-email/*.test.ts',
    ],
  },
})
