import { expect, test } from 'vitest'
import { chooseHaltedRelease } from './resume.ts'

const release = (version: string, halted?: string) => ({
  version,
  publishedAt: version,
  release: { version, releaseDate: '', downloads: {}, ...(halted === undefined ? {} : { halted }) },
})
const early = release('1.1.0', '2026-03-05T10:00:00.000Z')
const late = release('1.2.0', '2026-03-06T10:00:00.000Z')

test('chooseHaltedRelease returns the release that was halted last, whatever the order of publication', () => {
  expect(chooseHaltedRelease([late, early, release('1.0.0')], '1.0.0').version).toBe('1.2.0')
  expect(chooseHaltedRelease([early, late, release('1.0.0')], '1.0.0').version).toBe('1.2.0')
})

test('chooseHaltedRelease returns a halted release that is still current, because its halt was interrupted', () => {
  expect(chooseHaltedRelease([late, release('1.0.0')], '1.2.0').version).toBe('1.2.0')
})

test('chooseHaltedRelease throws when none is halted, and when the current release is higher than the halted one', () => {
  expect(() => chooseHaltedRelease([release('1.0.0')], '1.0.0')).toThrow('There is no halted release.')
  expect(() => chooseHaltedRelease([release('1.10.0'), late], '1.10.0')).toThrow('1.10.0 is current, which is higher')
})
