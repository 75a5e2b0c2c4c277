import assert from 'node:assert/strict'
import { join } from 'node:path'
import { ROOT } from '../../tools/root.ts'
import { runProgramToExit } from './programs.ts'
import type { Rehearsal } from './rehearsal.ts'

/** Runs the part `other-brand` of the tests, which reads the results of the last `npm test`. */
export const brandsRehearsal: Rehearsal = {
  shows: 'a copy of the site with a short name passes the tests that a brand is most likely to break',
  async run(say) {
    const program = join(ROOT, 'tools/test.ts')
    const { code, said } = await runProgramToExit(process.execPath, [program, 'other-brand'], { cwd: ROOT })
    assert.equal(code, 0, said)
    say(said.trimEnd().split('\n').at(-1) ?? '')
  },
}
