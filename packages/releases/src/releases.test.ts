import { expect, test } from 'vitest'
import type { DownloadsBucket } from './bucket.ts'
import { findReleases, getVersionFilePath, type PublishedRelease, selectReleasesToPrune } from './releases.ts'

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
    async writeText() {},
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

test('getVersionFilePath returns version.json in the folder of the release', () => {
  expect(getVersionFilePath('1.0.0')).toBe('1.0.0/version.json')
})

const newestFirst = ['1.3.0', '1.2.0', '1.1.0', '1.0.0'].map(
  (version): PublishedRelease => ({
    version,
    release: { version, releaseDate: '', downloads: {} },
    publishedAt: version,
  }),
)
const pruned = (current: string | null, keep: number) =>
  selectReleasesToPrune(newestFirst, current === null ? [] : [current], keep).map(({ version }) => version)

test('selectReleasesToPrune returns all releases except the newest ones and the current one', () => {
  expect(pruned('1.3.0', 1)).toEqual(['1.1.0', '1.0.0'])
  expect(pruned('1.0.0', 1)).toEqual(['1.2.0', '1.1.0'])
  expect(pruned('1.0.0', 0)).toEqual(['1.3.0', '1.2.0', '1.1.0'])
  expect(pruned(null, 3)).toEqual(['1.0.0'])
  expect(pruned('1.3.0', 3)).toEqual([])
})
