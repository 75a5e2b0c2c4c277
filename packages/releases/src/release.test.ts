import * as v from 'valibot'
import { expect, test } from 'vitest'
import { releaseSchema } from './release.ts'

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
