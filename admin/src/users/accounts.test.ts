import { expect, test } from 'vitest'
import { getAddressFragment } from './accounts.ts'

test.each([
  ['ada.lovelace@example.com', 'ace@e'],
  ['grace@navy.example', 'ce@n'],
  ['al@x.example', 'l@x'],
  ['a@x.example', '@x'],
  ['"a@b"@x.example', 'b"@x'],
])('getAddressFragment returns for %s the fragment %s', (address, fragment) => {
  expect(getAddressFragment(address)).toBe(fragment)
})
