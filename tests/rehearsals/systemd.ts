import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../tools/root.ts'
import { requireDebianProgram, runProgramToExit } from './programs.ts'
import type { Rehearsal } from './rehearsal.ts'

const SERVICE = join(ROOT, 'deploy/site.service')
const SOCKET = join(ROOT, 'deploy/site.socket')

/**
 * The maximum exposure level of the systemd service, in tenths. systemd's scale is from 0 (confined)
 * to 10.
 */
const MOST_EXPOSED = 13

/** Validates the service and the socket unit with systemd-analyze, which does not need a running systemd. */
export const systemdUnitRehearsal: Rehearsal = {
  shows: `systemd accepts both units and rates the service's exposure at ${MOST_EXPOSED / 10} at most`,
  async run(say) {
    const analyze = requireDebianProgram('/usr/bin/systemd-analyze', 'systemd')
    const verified = await runProgramToExit(analyze, ['verify', SERVICE, SOCKET])
    assert.deepEqual(verified, { code: 0, said: '' })
    say('verify: no warning for site.service and site.socket')
    const words = ['security', '--offline=yes', '--no-pager', `--threshold=${MOST_EXPOSED}`, SERVICE]
    const { code, said } = await runProgramToExit(analyze, words)
    const [, level] = /exposure level for site\.service: ([\d.]+)/.exec(said) ?? []
    assert.equal(code, 0, said)
    assert(level !== undefined, said)
    say(`security: exposure ${level}`)
    // The exposure of the socket unit is not rated: systemd itself opens the sockets, so a socket unit without commands has no process
    // to confine.
    assert.doesNotMatch(readFileSync(SOCKET, 'utf8'), /^Exec/m)
    say('site.socket starts no command, so there is no process of its own to rate')
  },
}
