import { expect, test } from 'vitest'
import { chooseRollbackRelease } from './rollback.ts'

const releases = ['1.2.0', '1.1.0', '1.0.0'].map((version, index) => ({
  version,
  publishedAt: `2026-03-0${5 - index}T00:00:00Z`,
  release: { version, releaseDate: '2026-03-05', downloads: {} },
}))

test('chooseRollbackRelease without a version returns the release published before the current one', () => {
  expect(chooseRollbackRelease(releases, '1.2.0', undefined).version).toBe('1.1.0')
  expect(chooseRollbackRelease(releases, '1.1.0', undefined).version).toBe('1.0.0')
  expect(() => chooseRollbackRelease(releases, '1.0.0', undefined)).toThrow('no release before 1.0.0')
  expect(() => chooseRollbackRelease(releases, '0.0.0 (sample)', undefined)).toThrow('no release before')
  expect(() => chooseRollbackRelease([], null, undefined)).toThrow('no release before the first')
})

test('chooseRollbackRelease returns the requested release, even a newer one, and throws for an unpublished version', () => {
  expect(chooseRollbackRelease(releases, '1.0.0', '1.2.0').version).toBe('1.2.0')
  expect(() => chooseRollbackRelease(releases, '1.0.0', '2.0.0')).toThrow('There is no release 2.0.0.')
})
