import { expect, test } from 'vitest'
import { exportsWithoutDocstring } from './docstrings.ts'

test('an export needs a docstring right above it', () => {
  const text = '/** Adds. */\nexport function add() {}\n\nexport const two = 2\nconst own = 1\n'
  expect(exportsWithoutDocstring('sums.ts', text)).toEqual(['sums.ts:4 two has no docstring'])
})

test('a type beside its schema of the same name is explained by it', () => {
  const text = '/** A sum. */\nexport const Sum = object({})\nexport type Sum = InferOutput<typeof Sum>\n'
  expect(exportsWithoutDocstring('sums.ts', text)).toEqual([])
})
