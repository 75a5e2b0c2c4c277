import assert from 'node:assert/strict'
import { dirname, join } from 'node:path'
import { ROOT } from '../../tools/root.ts'
import { requireDebianProgram, runProgramToExit } from './programs.ts'
import type { Rehearsal } from './rehearsal.ts'

/** The tested PostgreSQL versions: the oldest supported one, from Debian, and the newest, from npm. */
const VERSIONS: readonly [name: string, bin: () => string][] = [
  [
    'PostgreSQL 15 (Debian)',
    () => dirname(requireDebianProgram('/usr/lib/postgresql/15/bin/postgres', 'postgresql-15')),
  ],
  ['PostgreSQL 18 (npm)', () => ''],
]

/**
 * Runs tests/contract/restricted-role.test.ts with all query plans on each PostgreSQL version. As part of `npm test`, it uses only
 * some of the query plans.
 */
export const postgresRehearsal: Rehearsal = {
  shows:
    'a role with the documented privileges starts the site twenty times on PostgreSQL 15 and 18, with all query plans',
  async run(say) {
    for (const [name, bin] of VERSIONS) {
      const began = Date.now()
      const { code, said } = await runProgramToExit(
        process.execPath,
        [join(ROOT, 'tools/test.ts'), 'contract', 'restricted-role', '--reporter=verbose'],
        { cwd: ROOT, env: { ...process.env, POSTGRES_BIN: bin(), PLAIN_ROLE_PLANS: 'all' } },
      )
      assert.equal(code, 0, said)
      for (const line of said.split('\n').filter((each) => each.includes('✓'))) say(`${name}: ${line.trim()}`)
      say(`${name}: ${((Date.now() - began) / 1_000).toFixed(0)} s`)
    }
  },
}
