import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findIsolatedTestFiles } from './unit-files.ts'

test('findIsolatedTestFiles lists test files that mock or reset modules, and omits files that only spy or are excluded', () => {
  const root = mkdtempSync(join(tmpdir(), 'unit-files-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  mkdirSync(join(root, 'dist'))
  const write = (path: string, text: string) => writeFileSync(join(root, path), text)
  write('replaces.test.ts', "vi.mock('./next-task.ts')\n")
  write('replaces-later.test.ts', "vi.doMock('./next-task.ts')\n")
  write('reloads.test.ts', 'vi.resetModules()\n')
  write('spies.test.ts', "vi.spyOn(console, 'error')\n")
  write('dist/replaces.test.ts', "vi.mock('./next-task.ts')\n")
  expect(findIsolatedTestFiles(root, '**/*.test.ts', ['**/dist/**']).sort()).toEqual([
    'reloads.test.ts',
    'replaces-later.test.ts',
    'replaces.test.ts',
  ])
})
