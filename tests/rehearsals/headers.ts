import assert from 'node:assert/strict'
import { scanSiteSecurity } from '../support/security-scan/findings.ts'
import { MissingPrerequisiteError } from './programs.ts'
import type { Rehearsal } from './rehearsal.ts'

/** Checks the security headers and the public files of a running site without credentials. It works with any kind of hosting. */
export const headersRehearsal: Rehearsal = {
  shows: 'the security headers and public files of the running site of --at URL',
  async run(say, options) {
    const site = URL.parse(options['at'] ?? '')
    if (site === null) throw new MissingPrerequisiteError('--at must name a site, such as https://your.domain')
    if ((await fetch(site.origin, { redirect: 'manual' }).catch(() => null)) === null)
      throw new MissingPrerequisiteError(`Nothing answers at ${site.origin}.`)
    const { requests, findings } = await scanSiteSecurity(site.origin)
    say(`${requests} responses of ${site.origin} checked`)
    assert.deepEqual(findings, [])
  },
}
