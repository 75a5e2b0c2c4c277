import { expect, test } from 'vitest'
import { guessSlot, listPossibleSlots } from './slots.ts'

test.each([
  ['Setup.exe', 'windows'],
  ['App Setup 1.4.0 arm64.EXE', 'windows'],
  ['App-1.4.0-arm64.dmg', 'mac-silicon'],
  ['App_1.4.0_aarch64.dmg', 'mac-silicon'],
  ['App Apple Silicon.dmg', 'mac-silicon'],
  ['App-intel.dmg', 'mac-intel'],
  ['App_1.4.0_x64.dmg', 'mac-intel'],
  ['App-x86_64.dmg', 'mac-intel'],
  ['App-1.4.0-arm64-mac.zip', 'mac-silicon-zip'],
  ['App_x64.zip', 'mac-intel-zip'],
])('guessSlot puts %s into the slot %s', (name, option) => {
  expect(guessSlot(name)).toBe(option)
})

test.each([
  'App.dmg',
  'App-universal.dmg',
  'App-x64-arm64.dmg',
  'Swarm1.dmg',
  'Intelligence.dmg',
  'notes.txt',
  'app.exe.blockmap',
])('guessSlot returns null for %s', (name) => {
  expect(guessSlot(name)).toBeNull()
})

test('listPossibleSlots returns two slots for a disk image, and none for an unknown ending', () => {
  expect(listPossibleSlots('App.dmg').map(({ option }) => option)).toEqual(['mac-intel', 'mac-silicon'])
  expect(listPossibleSlots('App.deb')).toEqual([])
})
