import assert from 'node:assert/strict'
import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from '../../tools/root.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'
import { requireDebianProgram, runProgramToExit } from './programs.ts'
import type { Rehearsal } from './rehearsal.ts'

const KEY_FILE = /credentials_file: (\S+)/

/** Validates the Prometheus scrape configuration and the alert rules with promtool. */
export const promtoolRehearsal: Rehearsal = {
  shows: 'promtool accepts deploy/alerts.yml and deploy/prometheus.yml',
  async run(say) {
    const program = requireDebianProgram('/usr/bin/promtool', 'prometheus')
    await using folder = await createTemporaryFolder('promtool-')
    const keyFile = join(folder.path, 'metrics-key')
    await writeFile(keyFile, 'a key', { mode: 0o600 })
    await cp(join(ROOT, 'deploy/alerts.yml'), join(folder.path, 'alerts.yml'))
    const config = await readFile(join(ROOT, 'deploy/prometheus.yml'), 'utf8')
    // promtool reads the key file that prometheus.yml names. On a server, only Prometheus may read that file, so the test inserts the
    // path of a key file of its own.
    assert.match(config, KEY_FILE)
    await writeFile(join(folder.path, 'prometheus.yml'), config.replace(KEY_FILE, `credentials_file: ${keyFile}`))
    for (const [what, file] of [
      ['rules', 'alerts.yml'],
      ['config', 'prometheus.yml'],
    ] as const) {
      const { code, said } = await runProgramToExit(program, ['check', what, join(folder.path, file)])
      assert.equal(code, 0, said)
      say(`check ${what}: ${said.replaceAll(`${folder.path}/`, '').replaceAll(/\s+/g, ' ')}`)
    }
  },
}
