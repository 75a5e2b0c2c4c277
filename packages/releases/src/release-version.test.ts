import { expect, test } from 'vitest'
import { compareReleaseVersions, RELEASE_VERSION_PATTERN } from './release-version.ts'

test('RELEASE_VERSION_PATTERN matches only versions of two to four numbers with an optional short suffix', () => {
  for (const version of ['1.0', '0.9.2', '10.20.30.40', '1.0.0-beta.2', '1.0-A'])
    expect(version).toMatch(RELEASE_VERSION_PATTERN)
  for (const version of [
    '1',
    '1.0.0.0.0',
    'v1.0',
    '1.0.0-',
    '1.0.0-a_b',
    `1.0-${'a'.repeat(31)}`,
    'latest',
    '../1.0',
    '1.0/..',
    '1..0',
    '1.0 ',
  ]) {
    expect(version).not.toMatch(RELEASE_VERSION_PATTERN)
  }
})

test('compareReleaseVersions orders numbers before suffixes, and a version without suffix above its suffixes', () => {
  const ascending = [
    '0.9',
    '1.0.0-alpha',
    '1.0.0-alpha.1',
    '1.0.0-alpha.beta',
    '1.0.0-beta',
    '1.0.0-beta.2',
    '1.0.0-beta.11',
    '1.0.0-rc.1',
    '1.0.0',
    '1.0.0.1',
    '1.0.10',
    '1.2',
    '10.0',
  ]
  for (const [at, one] of ascending.entries()) {
    for (const [place, other] of ascending.entries()) {
      expect(compareReleaseVersions(one, other), `${one} and ${other}`).toBe(Math.sign(at - place))
    }
  }
  expect(compareReleaseVersions('1.0', '1.0.0.0'), 'missing numbers count as 0').toBe(0)
})
