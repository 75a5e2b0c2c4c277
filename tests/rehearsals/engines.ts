import assert from 'node:assert/strict'
import { runProgram } from '../../tools/testing/run-program.ts'
import { describeMissingEngines, ENGINE_NAMES } from '../engines/engines.ts'
import { MissingPrerequisiteError } from './programs.ts'
import type { Rehearsal } from './rehearsal.ts'

/** Walks the journeys of tests/engines in each engine that is installed. Fails when one is missing. */
export const enginesRehearsal: Rehearsal = {
  shows:
    'a visitor’s journeys in Firefox, WebKitGTK and Chromium 109, and without script in WPE, which is older than the floor',
  async run() {
    assert.equal(await runProgram('playwright', ['test', '--config', 'tests/engines.config.ts']), 0)
    const missing = describeMissingEngines(ENGINE_NAMES)
    if (missing !== null) throw new MissingPrerequisiteError(missing)
  },
}
