import assert from 'node:assert/strict'
import { dirname, join } from 'node:path'
import { ROOT } from '../../tools/root.ts'
import { requireDebianProgram, runProgramToExit } from './programs.ts'
import type { Rehearsal } from './rehearsal.ts'

/**
 * Runs all tests that use a database on PostgreSQL 15, the oldest supported version, from Debian; `npm test` runs them on version 18. On both
 * versions it also repeats tests/rules/restricted-role.test.ts with every query plan that can be forced; `npm test` forces only some.
 */
export const postgresRehearsal: Rehearsal = {
  shows:
    'all tests that use a database pass on PostgreSQL 15, and a role with the documented privileges starts the site with all query plans, also on PostgreSQL 18',
  async run(say) {
    const oldest = dirname(requireDebianProgram('/usr/lib/postgresql/15/bin/postgres', 'postgresql-15'))
    for (const [name, bin, words] of [
      ['PostgreSQL 18 (npm)', '', ['rules', 'restricted-role']],
      ['PostgreSQL 15 (Debian)', oldest, ['integration', 'rules']],
    ] as const) {
      const began = Date.now()
      const { code, said } = await runProgramToExit(
        process.execPath,
        // With a reporter as argument, the run does not replace the records of `npm test`.
        [join(ROOT, 'tools/test.ts'), ...words, '--reporter=default'],
        { cwd: ROOT, env: { ...process.env, POSTGRES_BIN: bin, PLAIN_ROLE_PLANS: 'all' } },
      )
      assert.equal(code, 0, said)
      say(`${name}: ${said.split('\n').at(-1)}, ${((Date.now() - began) / 1_000).toFixed(0)} s`)
    }
  },
}
