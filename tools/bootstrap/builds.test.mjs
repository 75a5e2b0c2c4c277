import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { hashFolder } from './builds.mjs'

test('hashFolder changes with the content, name and folder of a source, but not with build output', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sources-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const name of ['inner', 'dist', 'node_modules']) mkdirSync(join(folder, name))
  writeFileSync(join(folder, 'inner/a.ts'), 'one')
  const seen = new Set([hashFolder(folder)])
  writeFileSync(join(folder, 'dist/main.js'), 'built')
  writeFileSync(join(folder, 'node_modules/package.js'), 'installed')
  expect([...seen]).toEqual([hashFolder(folder)])
  writeFileSync(join(folder, 'inner/a.ts'), 'two')
  seen.add(hashFolder(folder))
  writeFileSync(join(folder, 'b.ts'), '')
  seen.add(hashFolder(folder))
  rmSync(join(folder, 'b.ts'))
  writeFileSync(join(folder, 'inner/b.ts'), '')
  seen.add(hashFolder(folder))
  expect(seen.size).toBe(4)
})
