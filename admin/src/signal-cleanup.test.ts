import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const PROGRAM = `
  const { registerSignalCleanup } = await import(process.argv[1])
  registerSignalCleanup(() => { throw new Error('the first clean-up fails') })
  registerSignalCleanup(() => console.log('the second clean-up ran'))
  process.kill(process.pid, 'SIGTERM')
  setTimeout(() => {}, 60_000)`

test('on a signal every clean-up runs, also after one that throws, and the exit code is that of the signal', () => {
  const module = join(import.meta.dirname, 'signal-cleanup.ts')
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', PROGRAM, module], {
    encoding: 'utf8',
  })
  expect(stdout).toBe('the second clean-up ran\n')
  expect(stderr).toContain('the first clean-up fails')
  expect(status).toBe(143)
})
