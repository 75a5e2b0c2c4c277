import { expect, test } from 'vitest'
import type { DownloadsBucket } from './bucket.ts'
import { findReleases, getVersionFilePath, RELEASE_VERSION_PATTERN } from './releases.ts'

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
  expect(getVersionFilePath('1.0.0')).toBe('1.0.0/version.json')
})

test('findReleases returns published releases newest first, and skips folders that are no version or lack version.json', async () => {
  const published: Record<string, string> = {
    '1.0.0': '2026-03-01T00:00:00Z',
    '1.2.0': '2026-03-05T00:00:00Z',
    '1.1.0': '2026-03-03T00:00:00Z',
    '0.9.0': '', // a release without version.json in its folder, as during an upload
    latest: '2026-03-05T00:00:00Z',
  }
  const folders = ['latest', '0.9.0', '1.0.0', '1.2.0', '1.1.0', '2.0.0', 'photos']
  const bucket: DownloadsBucket = {
    async upload() {},
    async writeRelease() {},
    async copy() {},
    async remove() {},
    head: async () => null,
    publicUrl: (name) => name,
    list: async (folder: string) =>
      folder === ''
        ? folders.map((name) => ({ name, created_at: null }))
        : [
            { name: 'a.dmg', created_at: 'x' },
            ...(published[folder] ? [{ name: 'version.json', created_at: published[folder] }] : []),
          ],
    readRelease: async (path: string) => {
      const version = path.replace('/version.json', '')
      return version in published ? { version, releaseDate: '2026-03-05', downloads: {} } : null
    },
  }
  const found = await findReleases(bucket)
  expect(found.map(({ version, publishedAt }) => [version, publishedAt])).toEqual([
    ['1.2.0', '2026-03-05T00:00:00Z'],
    ['1.1.0', '2026-03-03T00:00:00Z'],
    ['1.0.0', '2026-03-01T00:00:00Z'],
    ['0.9.0', ''],
  ])
  expect(found[0]?.release.version).toBe('1.2.0')
})
