import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('the server started from source on an older Node.js exits with 1 and a sentence that says which command to use', () => {
  const pretend = "data:text/javascript,Object.defineProperty(process.versions, 'node', { value: '20.20.2' })"
  const main = join(import.meta.dirname, 'main.ts')
  const { status, stderr } = spawnSync(process.execPath, ['--import', pretend, main], { encoding: 'utf8' })
  expect({ status, lines: stderr.trim().split('\n') }).toEqual({
    status: 1,
    lines: [expect.stringMatching(/^This file needs Node 24 or later; .*Type "npm start"/)],
  })
})
