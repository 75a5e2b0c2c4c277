import { type Release, releaseSchema } from '@site/releases/release'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type * as brandModule from '../brand.ts'
import { fetchRelease, getFallbackDownloads, resolveReleaseDownloads } from './release.ts'

const trusted = vi.hoisted(() => ({ bases: [] as string[] }))
vi.mock('../brand.ts', async (importOriginal) => {
  const { brand } = await importOriginal<typeof brandModule>()
  return { brand: { ...brand, installerBases: trusted.bases } }
})

const downloads = 'https://fondly.example/storage/v1/object/public/downloads/latest/'
const url = `${downloads}version.json`
const fallback = getFallbackDownloads('Fondly', downloads)
const good = {
  version: '1.4.0',
  releaseDate: '2025-03-05',
  downloads: {
    'windows-x64': `${downloads}Fondly-1.4.0-x64.exe`,
    'macos-intel': `${downloads}Fondly-1.4.0-intel.dmg`,
    'macos-silicon': 'Fondly-1.4.0-arm64.dmg',
  },
}

beforeEach(() => {
  vi.stubGlobal('location', new URL('https://fondly.example/download'))
})

afterEach(() => {
  trusted.bases.length = 0
  vi.unstubAllGlobals()
})

function answering(body: unknown, status = 200) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  vi.stubGlobal('fetch', async () => new Response(text, { status }))
}

test('getFallbackDownloads returns one default installer link per platform, in the given downloads folder', () => {
  expect(getFallbackDownloads('Fondly', '/files/latest/')).toEqual({
    'windows-x64': { href: '/files/latest/Fondly-Setup-x64.exe' },
    'macos-intel': { href: '/files/latest/Fondly-intel.dmg' },
    'macos-silicon': { href: '/files/latest/Fondly-arm64.dmg' },
  })
})

test('fetchRelease returns the version, date and download links of a valid version.json', {
  tags: ['R3.9', 'R7.8'],
}, async () => {
  answering(good)
  expect(await fetchRelease(downloads, fallback)).toEqual({
    version: '1.4.0',
    releaseDate: '2025-03-05',
    notes: null,
    complete: true,
    signed: null,
    files: {
      'windows-x64': { href: `${downloads}Fondly-1.4.0-x64.exe` },
      'macos-intel': { href: `${downloads}Fondly-1.4.0-intel.dmg` },
      'macos-silicon': { href: `${downloads}Fondly-1.4.0-arm64.dmg` },
    },
  })
})

test('fetchRelease trims the release notes and returns null for empty notes', async () => {
  for (const [notes, shown] of [
    [' Faster.\nOpens RAW files.\n', 'Faster.\nOpens RAW files.'],
    ['  ', null],
    ['', null],
  ] as const) {
    answering({ ...good, notes })
    expect((await fetchRelease(downloads, fallback)).notes).toBe(shown)
  }
})

test('fetchRelease returns the size, checksum and minimum OS version of a release file', async () => {
  const sha256 = 'a'.repeat(64)
  answering({
    ...good,
    size: { 'windows-x64': 86_000_000 },
    sha256: { 'windows-x64': sha256 },
    minOS: { 'macos-intel': 'macOS 12' },
  })
  const { files } = await fetchRelease(downloads, fallback)
  expect(files['windows-x64']).toMatchObject({ size: 86_000_000, sha256 })
  expect(files['macos-intel']).toMatchObject({ minOS: 'macOS 12' })
})

test('a platform without a link in version.json gets its fallback link, without size; other platforms keep theirs', {
  tags: ['R7.10'],
}, () => {
  const { 'windows-x64': _, ...others } = good.downloads
  const release: Release = v.parse(releaseSchema, { ...good, downloads: others, size: { 'windows-x64': 1000 } })
  expect(resolveReleaseDownloads(release, url, fallback)).toMatchObject({
    complete: false,
    signed: null,
    files: {
      'windows-x64': fallback['windows-x64'],
      'macos-intel': { href: `${downloads}Fondly-1.4.0-intel.dmg` },
    },
  })
  expect(resolveReleaseDownloads(release, url, fallback).files['windows-x64']).toEqual(fallback['windows-x64'])
})

test('fetchRelease replaces a download link to another host or scheme with the fallback of that platform', async () => {
  const hostile = [
    'javascript:alert(1)',
    'JAVASCRIPT:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'blob:https://fondly.example/x',
    'file:///etc/passwd',
    'ftp://fondly.example/x.exe',
    'http://fondly.example/x.exe',
    'https://evil.example/x.exe',
    '//evil.example/x.exe',
    '\\\\evil.example\\x.exe',
    'https://fondly.example@evil.example/x.exe',
    'https://fondly.example.evil.example/x.exe',
    'https://fondly.example:8443/x.exe',
    'https://',
    '',
  ]
  for (const link of hostile) {
    answering({ ...good, downloads: { ...good.downloads, 'windows-x64': link } })
    const release = await fetchRelease(downloads, fallback)
    expect(release.files['windows-x64'], link).toEqual(fallback['windows-x64'])
    expect(release.complete, link).toBe(false)
    expect(release.files['macos-intel'].href).toContain('1.4.0')
  }
})

test('fetchRelease accepts a download link into a trusted folder of another host, with the size and checksum of version.json', async () => {
  const href = 'https://cdn.example.com/app/1.4.0/Fondly.exe'
  const sha256 = 'ab'.repeat(32)
  answering({
    ...good,
    downloads: { ...good.downloads, 'windows-x64': href, 'macos-intel': 'https://cdn.example.com/other/Fondly.dmg' },
    size: { 'windows-x64': 86_400_000, 'macos-intel': 1 },
    sha256: { 'windows-x64': sha256 },
  })
  trusted.bases.push('https://cdn.example.com/app/')
  const release = await fetchRelease(downloads, fallback)
  expect(release.files['windows-x64']).toEqual({ href, size: 86_400_000, sha256 })
  expect([release.files['macos-intel'], release.complete]).toEqual([fallback['macos-intel'], false])
})

test('fetchRelease rejects when version.json is malformed or has invalid fields', async () => {
  const odd: unknown[] = [
    '',
    'nonsense',
    '<!doctype html>',
    'null',
    '[]',
    '7',
    '{}',
    { ...good, version: 7 },
    { ...good, version: '' },
    { ...good, version: 'x'.repeat(101) },
    { ...good, downloads: null },
    { ...good, downloads: { 'windows-x64': 7 } },
    { ...good, downloads: { 'windows-x64': { href: 'x' } } },
    { ...good, sha256: { 'windows-x64': '<b>' } },
    { ...good, size: { 'windows-x64': -1 } },
  ]
  for (const body of odd) {
    answering(body)
    await expect(fetchRelease(downloads, fallback), JSON.stringify(body)).rejects.toThrow()
  }
})

test('a __proto__ key in version.json does not pollute Object.prototype', async () => {
  answering(
    '{"__proto__":{"polluted":true},"version":"1","releaseDate":"","downloads":{"__proto__":{"windows-x64":"x"}}}',
  )
  const release = await fetchRelease(downloads, fallback)
  expect(release.files).toEqual(fallback)
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
})

test('fetchRelease rejects on an error status and on a network error', { tags: ['R8.17'] }, async () => {
  for (const status of [400, 403, 404, 500, 503]) {
    answering(good, status)
    await expect(fetchRelease(downloads, fallback)).rejects.toThrow(String(status))
  }
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await expect(fetchRelease(downloads, fallback)).rejects.toThrow('Failed to fetch')
})

test('fetchRelease passes a timeout of five seconds to fetch', async () => {
  let signal: AbortSignal | null | undefined
  const timeout = vi.spyOn(AbortSignal, 'timeout')
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    signal = init.signal
    return new Response(JSON.stringify(good))
  })
  await fetchRelease(downloads, fallback)
  expect(timeout).toHaveBeenCalledWith(5000)
  expect(signal).toBe(timeout.mock.results[0]?.value)
})
