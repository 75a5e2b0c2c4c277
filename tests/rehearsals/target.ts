import assert from 'node:assert/strict'
import { join } from 'node:path'
import { ROOT } from '../../tools/root.ts'
import { removeSharedTestFixtures } from '../support/shared-fixtures.ts'
import { startBackend } from '../support/start-backend.ts'
import { runProgramToExit } from './programs.ts'
import type { Rehearsal } from './rehearsal.ts'
import { startRewordingProxy } from './rewording-proxy.ts'

/** The minimum number of tests that must pass: if most tests were skipped, the target would hardly be tested. */
const MIN_PASSED_TESTS = 85

/**
 * System test of `npm run check-target`: runs it against a backend behind a proxy that replaces error messages, and expects no
 * reported difference.
 */
export const targetCheckRehearsal: Rehearsal = {
  shows: 'check-target compares error codes, not messages: it reports no difference on a server with other messages',
  async run(say) {
    try {
      await using front = await startRewordingProxy()
      await using backend = await startBackend({ env: { SITE_URL: front.url } })
      front.forwardTo(backend.url)
      const env = {
        ...process.env,
        NO_COLOR: '1',
        SUPABASE_URL: front.url,
        SUPABASE_PUBLISHABLE_KEY: backend.publishableKey,
        SUPABASE_SECRET_KEY: backend.secretKey,
      }
      const { code, said } = await runProgramToExit(process.execPath, [join(ROOT, 'tools/check-target.ts'), '--yes'], {
        env,
      })
      assert.equal(code, 0, said)
      const [, result = '', passed] = /Tests +(.*?(\d+) passed.*)/.exec(said) ?? []
      assert.ok(Number(passed) >= MIN_PASSED_TESTS, said)
      say(result)
    } finally {
      await removeSharedTestFixtures()
    }
  },
}
