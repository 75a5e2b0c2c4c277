import { expect, test } from 'vitest'
import { listPlatforms, listVersions, sumDownloads } from './download-totals.ts'

const counts = [
  { day: '2026-03-05', platform: 'other', version: '1.9.0', downloads: 1 },
  { day: '2026-03-05', platform: 'macos-silicon', version: '1.10.0', downloads: 20 },
  { day: '2026-03-06', platform: 'windows-x64', version: '1.9.0', downloads: 300 },
  { day: '2026-03-06', platform: 'appimage', version: 'unknown', downloads: 4000 },
]

test('sumDownloads adds up all counts, or those that a condition selects', () => {
  expect(sumDownloads(counts)).toBe(4321)
  expect(sumDownloads(counts, ({ version }) => version === '1.9.0')).toBe(301)
  expect(sumDownloads([])).toBe(0)
})

test('listVersions compares numbers as numbers and lists the highest first', () => {
  expect(listVersions(counts)).toEqual(['unknown', '1.10.0', '1.9.0'])
})

test('listPlatforms lists the platforms of the releases first, then the others by name', () => {
  expect(listPlatforms(counts)).toEqual(['windows-x64', 'macos-silicon', 'appimage', 'other'])
  expect(listPlatforms([])).toEqual([])
})
