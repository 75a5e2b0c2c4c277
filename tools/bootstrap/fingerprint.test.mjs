import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { hashBuildInputs } from './fingerprint.mjs'
import { ROOT } from './paths.mjs'

test('fingerprint changes with the content and name of a source and with a setting, but not with build output', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sources-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const now = (more) => hashBuildInputs([relative(ROOT, folder)], more)
  for (const name of ['inner', 'dist', 'node_modules']) mkdirSync(join(folder, name))
  writeFileSync(join(folder, 'inner/a.ts'), 'one')
  const seen = new Set([now()])
  writeFileSync(join(folder, 'dist/main.js'), 'built')
  writeFileSync(join(folder, 'node_modules/package.js'), 'installed')
  expect([...seen]).toEqual([now()])
  writeFileSync(join(folder, 'inner/a.ts'), 'two')
  seen.add(now())
  writeFileSync(join(folder, 'b.ts'), '')
  seen.add(now())
  seen.add(now(['VITE_ADDRESS=here']))
  expect(seen.size).toBe(4)
})
