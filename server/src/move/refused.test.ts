import { expect, test } from 'vitest'
import { MoveRefused } from './refused.ts'

test('MoveRefused prints its class name and its message', () => {
  expect(String(new MoveRefused('The stored files changed meanwhile.'))).toBe(
    'MoveRefused: The stored files changed meanwhile.',
  )
})
