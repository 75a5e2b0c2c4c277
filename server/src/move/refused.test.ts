import { expect, test } from 'vitest'
import { MoveRefusedError } from './refused.ts'

test('MoveRefusedError prints its class name and its message', () => {
  expect(String(new MoveRefusedError('The stored files changed meanwhile.'))).toBe(
    'MoveRefusedError: The stored files changed meanwhile.',
  )
})
