import { getFallbackInstallerPaths } from '@site/contract/downloads'
import { expect, test } from 'vitest'
import { describeCountedDownload } from './counted-download.ts'

const describeName = (name: string, headers: Record<string, string> = {}, bucket_id = 'downloads') =>
  describeCountedDownload({ bucket_id, name, headers }, 'downloads')

test.each(['windows-x64', 'macos-intel', 'macos-silicon'] as const)(
  'a download of the installer for %s is counted for this platform',
  (platform) => {
    for (const product of ['Fondly', 'Dear & Prints', 'Память']) {
      const path = getFallbackInstallerPaths(product)[platform]
      expect(describeName(path)).toEqual({ platform, version: null, folder: 'latest' })
      expect(describeName(path.replace('latest/', '1.4.0/'))).toEqual({ platform, version: '1.4.0', folder: '1.4.0' })
    }
  },
)

test.each([
  ['1.4.0/Fondly.msi', 'other', '1.4.0'],
  ['beta/1.5.0-beta.2/Fondly-arm64.dmg', 'macos-silicon', '1.5.0-beta.2'],
  ['1.0/2.0/Fondly.AppImage', 'other', '2.0'],
  [`1.0-${'a'.repeat(200)}/x.exe`, 'other', `1.0-${'a'.repeat(96)}`],
  ['Fondly.deb', 'other', null],
])('a download of %s is counted for the platform %s and the version %s', (name, platform, version) => {
  expect(describeName(name)).toMatchObject({ platform, version })
})

test.each([
  'latest/version.json',
  '1.4.0/notes.txt',
  '1.4.0/Fondly-Setup-x64.exe.blockmap',
  '1.4.0/Fondly.zip',
  '1.4.0/exe',
  '1.4.0/dmg/readme',
])('a download of %s, which is no installer, is not counted', (name) => {
  expect(describeName(name)).toBeNull()
})

test('a download of another bucket is not counted', () => {
  expect(describeName('1.4.0/Fondly-intel.dmg', {}, 'photos')).toBeNull()
})

test.each([
  [{ dnt: '1' }, false],
  [{ 'sec-gpc': '1' }, false],
  [{ dnt: '0', 'sec-gpc': '1' }, false],
  [{ dnt: '0' }, true],
  [{ dnt: 'null', 'sec-gpc': '0' }, true],
  [{ range: 'bytes=0-' }, true],
  [{ 'user-agent': 'electron-builder' }, true],
  [{ 'user-agent': 'electron-builder', range: 'bytes=0-8191' }, false],
])('a download with the headers %j is counted: %s', (headers, isCounted) => {
  expect(describeName('latest/Fondly-intel.dmg', headers) !== null).toBe(isCounted)
})
