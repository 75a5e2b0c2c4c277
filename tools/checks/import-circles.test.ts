import { expect, test } from 'vitest'
import { findImportCircles } from './import-circles.ts'

const file = (path: string, ...imports: string[]) => ({
  path,
  text: imports.map((specifier) => `import type { T } from '${specifier}'`).join('\n'),
})

test('findImportCircles reports the files of a cycle of type imports once', () => {
  const files = [file('a/one.ts', './two.ts'), file('a/two.ts', '../b/three.ts'), file('b/three.ts', '../a/one.ts')]
  expect(findImportCircles(files)).toEqual([
    'These files import each other: a/one.ts -> a/two.ts -> b/three.ts -> a/one.ts',
  ])
})

test('findImportCircles reports no cycle when two files import the same file', () => {
  const files = [file('a.ts', './b.ts', './c.ts'), file('b.ts', './d.ts'), file('c.ts', './d.ts'), file('d.ts')]
  expect(findImportCircles(files)).toEqual([])
})

test('findImportCircles ignores import cycles that include a test file', () => {
  expect(findImportCircles([file('a.ts', './a.test.ts'), file('a.test.ts', './a.ts')])).toEqual([])
})
