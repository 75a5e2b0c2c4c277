import { expect, test } from 'vitest'
import { oldestSystems } from '../../content/oldest-systems.ts'
import { describeFile, describeSystem } from './platform-words.ts'

const file = { href: '/x' }

test('the facts about a file are what is known: its size, and the oldest system that the release or else the content names', () => {
  expect(describeFile('windows-x64', file)).toBe(`.exe · ${oldestSystems['windows-x64']} or later`)
  expect(describeFile('windows-x64', { ...file, size: 42_000_000, minOS: 'Windows 11' })).toBe(
    '.exe · 42 MB · Windows 11 or later',
  )
  expect(describeFile('macos-intel', { ...file, minOS: 'macOS 12' })).toBe('.dmg · macOS 12 or later')
  expect(describeFile('macos-silicon', { ...file, size: 999_999 }), 'the placeholder of a sample release').toBe('.dmg')
})

test('a system that neither the release nor the content names is not stated', () => {
  expect(oldestSystems['macos-silicon']).toBeNull()
  expect(describeSystem('macos-silicon', file)).toBeNull()
  expect(describeFile('macos-silicon', file)).toBe('.dmg')
})
