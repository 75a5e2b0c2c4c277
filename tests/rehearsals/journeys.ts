import assert from 'node:assert/strict'
import { runProgram } from '../../tools/testing/run-program.ts'
import { ensureBrowser } from '../support/browser.ts'
import type { Rehearsal } from './rehearsal.ts'

/** Runs the browser tests with the tag `@rehearsal`, whose siblings in `npm test` have fewer inputs and window sizes. */
export const journeysRehearsal: Rehearsal = {
  shows: 'browser tests at further window sizes, and with each script or built-in function missing',
  async run() {
    const env = { CHROME_PATH: await ensureBrowser() }
    assert.equal(await runProgram('playwright', ['test', '--config', 'tests/rehearsal.config.ts'], env), 0)
  },
}
