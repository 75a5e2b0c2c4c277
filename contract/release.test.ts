import * as v from 'valibot'
import { expect, test } from 'vitest'
import { MINISIGN_VECTORS } from './minisign-vectors.ts'
import { productSchema } from './product.ts'
import { getFallbackInstallerPaths, releaseSchema, resolveTrustedDownloadLink } from './release.ts'

const release = {
  version: '0.9.2',
  releaseDate: '2025-03-05',
  downloads: { 'windows-x64': 'https://example.com/a.exe', 'macos-intel': 'b.dmg', 'macos-silicon': 'c.dmg' },
}

test('releaseSchema accepts version, releaseDate and downloads, with or without size, sha256, minOS and notes', {
  tags: ['R3.9'],
}, () => {
  expect(v.parse(releaseSchema, release)).toEqual(release)
  const full = {
    ...release,
    size: { 'windows-x64': 81_000_000 },
    sha256: { 'windows-x64': 'ab'.repeat(32) },
    minOS: { 'macos-intel': 'macOS 12' },
    notes: 'Faster.',
  }
  expect(v.parse(releaseSchema, full)).toEqual(full)
})

test('releaseSchema accepts channel, signed manifest, staging and halt, and rejects them in another format', () => {
  const signed = { ...release, channel: 'beta', manifest: '{}', signature: 'untrusted comment: x', staged: 25 }
  expect(v.parse(releaseSchema, signed)).toEqual(signed)
  expect(v.is(releaseSchema, { ...release, halted: '2026-03-05T10:00:00.000Z' })).toBe(true)
  for (const odd of [
    { channel: 'nightly' },
    { manifest: {} },
    { manifest: 'x'.repeat(100_001) },
    { signature: 7 },
    { staged: 0 },
    { staged: 100 },
    { staged: 2.5 },
    { halted: true },
  ]) {
    expect(v.is(releaseSchema, { ...release, ...odd }), JSON.stringify(odd).slice(0, 40)).toBe(false)
  }
})

test('releaseSchema accepts a missing download link and rejects a field of the wrong type or format', () => {
  expect(v.is(releaseSchema, { ...release, downloads: {} })).toBe(true)
  for (const odd of [
    null,
    [],
    'x',
    { ...release, version: 9 },
    { ...release, version: ' ' },
    { ...release, downloads: null },
    { ...release, downloads: { 'windows-x64': 7 } },
    { ...release, size: { 'windows-x64': -1 } },
    { ...release, sha256: { 'windows-x64': 'no' } },
    { ...release, sha256: { 'windows-x64': `${'ab'.repeat(32)}c` } },
    { ...release, sha256: { 'windows-x64': `x${'ab'.repeat(32)}` } },
  ]) {
    expect(v.is(releaseSchema, odd)).toBe(false)
  }
})

test('releaseSchema replaces a releaseDate that is missing, not a string or too long by an empty string', () => {
  const { releaseDate: _, ...undated } = release
  expect(v.parse(releaseSchema, undated)).toEqual({ ...release, releaseDate: '' })
  for (const odd of [
    null,
    undefined,
    7,
    1_741_132_800_000,
    true,
    [],
    ['2025-03-05'],
    { date: '2025-03-05' },
    'x'.repeat(101),
  ]) {
    expect(v.parse(releaseSchema, { ...release, releaseDate: odd })).toEqual({ ...release, releaseDate: '' })
  }
})

test('resolveTrustedDownloadLink returns null for a download link to a different origin than that of version.json', () => {
  const from = 'https://cdn.example.com/storage/v1/object/public/downloads/latest/version.json'
  const folder = 'https://cdn.example.com/storage/v1/object/public/downloads/'
  expect(resolveTrustedDownloadLink('Fondly.dmg', from)).toBe(`${folder}latest/Fondly.dmg`)
  expect(resolveTrustedDownloadLink('../0.9.2/Fondly.dmg', from)).toBe(`${folder}0.9.2/Fondly.dmg`)
  expect(resolveTrustedDownloadLink(`${folder}x.dmg`, from)).toBe(`${folder}x.dmg`)
  for (const link of [
    undefined,
    '',
    'https://evil.example/x.dmg',
    '//evil.example/x.dmg',
    'http://cdn.example.com/x.dmg',
    'https://cdn.example.com:444/x.dmg',
    'javascript:alert(1)',
    'data:text/html,x',
    'blob:https://cdn.example.com/0b7a',
    'http://[',
  ]) {
    expect(resolveTrustedDownloadLink(link, from)).toBeNull()
  }
})

test('resolveTrustedDownloadLink accepts an http download link when version.json was fetched over http from the same origin', () => {
  const from = 'http://localhost:3000/latest/version.json'
  expect(resolveTrustedDownloadLink('a.dmg', from)).toBe('http://localhost:3000/latest/a.dmg')
  expect(resolveTrustedDownloadLink('http://localhost:3001/a.dmg', from)).toBeNull()
})

test('resolveTrustedDownloadLink accepts a link into a trusted folder of another host, and no other link to that host', () => {
  const from = 'https://fondly.example/storage/v1/object/public/downloads/latest/version.json'
  const bases = ['https://cdn.example.com/app/']
  const link = 'https://cdn.example.com/app/1.4.0/Fondly.dmg'
  expect(resolveTrustedDownloadLink(link, from, bases)).toBe(link)
  expect(resolveTrustedDownloadLink('a.dmg', from, bases)).toBe(new URL('a.dmg', from).href)
  expect(resolveTrustedDownloadLink(link, from)).toBeNull()
  for (const other of ['https://cdn.example.com/Fondly.dmg', 'https://evil.example/app/Fondly.dmg']) {
    expect(resolveTrustedDownloadLink(other, from, bases)).toBeNull()
  }
})

test('getFallbackInstallerPaths puts the product name into the name of each download file', { tags: ['R7.9'] }, () => {
  expect(getFallbackInstallerPaths('Fondly')).toEqual({
    'windows-x64': 'latest/Fondly-Setup-x64.exe',
    'macos-intel': 'latest/Fondly-intel.dmg',
    'macos-silicon': 'latest/Fondly-arm64.dmg',
  })
  expect(getFallbackInstallerPaths('Dear & Prints')['macos-intel']).toBe('latest/Dear-Prints-intel.dmg')
})

test.each([
  ['Übrig & Été', 'Ubrig-Ete'],
  ['Løve & Co’s Prints!', 'L-ve-Co-s-Prints'],
  ['Память', 'app'],
])(
  'getFallbackInstallerPaths for product %s returns a file name of ASCII letters, digits and hyphens',
  (name, stem) => {
    expect(getFallbackInstallerPaths(name)['macos-intel']).toBe(`latest/${stem}-intel.dmg`)
  },
)

const product = {
  name: 'Fondly',
  domain: 'fondly.example',
  tagline: 'Keep the photos you’ll look back on, fondly.',
  mailboxes: { team: 'team@fondly.example', support: 'support@fondly.example', privacy: 'privacy@fondly.example' },
  promises: [{ id: 'free-beta', text: 'Free while in beta' }],
}

test('productSchema requires name, domain, tagline, mailboxes and promises, and has defaults for the other fields', () => {
  expect(v.parse(productSchema, product)).toEqual({
    ...product,
    testimonialsAreSamples: false,
    filmIsSample: false,
    downloadsBucket: 'downloads',
    installerBases: [],
    releaseKeys: [],
    webhookReceivers: [],
  })
})

test('productSchema accepts release keys as single lines of minisign, and rejects any other text', () => {
  const { publicKey, otherPublicKey } = MINISIGN_VECTORS
  expect(v.is(productSchema, { ...product, releaseKeys: [publicKey, otherPublicKey] })).toBe(true)
  for (const key of ['', 'RW', publicKey.slice(1), `untrusted comment: a\n${publicKey}`, `${publicKey}\n`]) {
    expect(v.is(productSchema, { ...product, releaseKeys: [key] }), key).toBe(false)
  }
})

test('productSchema rejects control characters, invalid domains and addresses, non-http URLs and bucket names with a path', () => {
  for (const odd of [
    { ...product, name: 'Fondly\r\nBcc: x@example.com' },
    { ...product, tagline: 'a\u0000b' },
    { ...product, domain: 'fondly.example/..' },
    { ...product, domain: 'Fondly.example' },
    { ...product, siteUrl: 'javascript:alert(1)' },
    { ...product, siteUrl: 'javascript:open("https://fondly.example")' },
    { ...product, installerBases: ['http://cdn.example.com/'] },
    { ...product, installerBases: ['https://cdn.example.com/app'] },
    { ...product, downloadsBucket: '../secrets' },
    { ...product, downloadsBucket: 'downloads/..' },
    { ...product, mailboxes: { ...product.mailboxes, team: 'team' } },
    { ...product, promises: [{ id: 'a', text: 'a\nb' }] },
  ]) {
    expect(v.is(productSchema, odd)).toBe(false)
  }
})

test('productSchema accepts a subdomain, a one-letter domain label and an http site URL', () => {
  for (const domain of ['fondly.example', 'x.example', 'beta.fondly.co.example']) {
    expect(v.is(productSchema, { ...product, domain }), domain).toBe(true)
  }
  expect(v.is(productSchema, { ...product, siteUrl: 'http://localhost:3000' })).toBe(true)
  expect(v.is(productSchema, { ...product, downloadsBucket: 'app_files-2' })).toBe(true)
})
