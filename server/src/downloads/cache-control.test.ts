import { expect, test } from 'vitest'
import { chooseCacheControl } from './cache-control.ts'

test.each([
  ['latest/Fondly-intel.dmg', 'no-cache'],
  ['latest/version.json', 'no-cache'],
  ['beta/latest.yml', 'no-cache'],
  ['1.2.3/version.json', 'no-cache'],
  ['releases/1.2.3/version.json', 'no-cache'],
  ['1.2.3/version.json/a', 'public, max-age=31536000, immutable'],
  ['1.2.3/Fondly-intel.dmg', 'public, max-age=31536000, immutable'],
  ['releases/v1.2.3-beta.1/a.exe', 'public, max-age=31536000, immutable'],
  ['1.2/a', 'public, max-age=31536000, immutable'],
  ['2026/a', null],
  ['a-1.2.3.exe', null],
  ['pictures/a.png', null],
])('the Cache-Control header of the public file %s is %s', (name, header) => {
  expect(chooseCacheControl(name)).toBe(header)
})

test('a file is cached as immutable when its folder is a version number, not when a name merely contains one', () => {
  for (const name of ['1.2.3x/a', 'x1.2.3/a', 'v1/a', '1.2.3.4.5/a', '1.2.3-/a', '1.2-a b/a', 'a/1.2.3']) {
    expect(chooseCacheControl(name), name).toBeNull()
  }
  for (const name of ['v1.2.3.4/a', '10.20+build.5/a', 'a/1.2.3/b']) {
    expect(chooseCacheControl(name), name).toBe('public, max-age=31536000, immutable')
  }
})
