import { expect, test } from 'vitest'
import { MoveRefused } from './refused.ts'

test('MoveRefused has its own name and the message for the operator', () => {
  expect(String(new MoveRefused('The stored files changed meanwhile.'))).toBe(
    'MoveRefused: The stored files changed meanwhile.',
  )
})
