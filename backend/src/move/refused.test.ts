import { expect, test } from 'vitest'
import { MoveRefused } from './refused.ts'

test('a move that is refused is told by its own name and in the sentence for the operator', () => {
  expect(String(new MoveRefused('The stored files changed meanwhile.'))).toBe(
    'MoveRefused: The stored files changed meanwhile.',
  )
})
