import { expect, test } from 'vitest'
import { createReleaseManifest, createReleaseSigner } from '../../../tests/support/release-signer.ts'
import { INSTALLER_PLATFORMS, type InstallerPlatform, type Release } from './release.ts'
import {
  getManifestInstaller,
  isReleaseAsInManifest,
  openSignedManifest,
  parseReleaseManifest,
  type ReleaseManifest,
} from './release-manifest.ts'

const signer = createReleaseSigner()
const installers = {
  'windows-x64': { name: 'Fondly-Setup-x64.exe', bytes: Buffer.from('windows') },
  'macos-intel': { name: 'Fondly-intel.dmg', bytes: Buffer.from('intel') },
  'macos-silicon': { name: 'Fondly-arm64.dmg', bytes: Buffer.from('silicon') },
}
const manifest = createReleaseManifest(signer, installers)
const text = JSON.stringify(manifest, null, 2)

function signed(content: string) {
  return { manifest: content, signature: signer.sign(Buffer.from(content)) }
}

/** Returns the text of the manifest after a change. */
function changed(change: (copy: ReleaseManifest) => unknown): string {
  const copy = structuredClone(manifest)
  change(copy)
  return JSON.stringify(copy)
}

test('openSignedManifest returns the manifest of a valid signature', async () => {
  expect(await openSignedManifest(signed(text), [signer.publicKey])).toEqual({
    valid: true,
    manifest,
    keyId: signer.keyId,
    trustedComment: expect.stringContaining('file:release.json'),
  })
})

test('openSignedManifest rejects a manifest with one changed byte anywhere, and one by an unknown key', async () => {
  const { signature } = signed(text)
  for (let at = 0; at < text.length; at += 7) {
    const flipped = `${text.slice(0, at)}${text[at] === '0' ? '1' : '0'}${text.slice(at + 1)}`
    const verdict = await openSignedManifest({ manifest: flipped, signature }, [signer.publicKey])
    expect(verdict, `character ${at}`).toEqual({ valid: false, reason: 'wrong signature' })
  }
  const stranger = createReleaseSigner()
  expect(await openSignedManifest(signed(text), [stranger.publicKey])).toEqual({ valid: false, reason: 'unknown key' })
})

test('openSignedManifest rejects a text with a valid signature that is no manifest', async () => {
  for (const content of ['', 'no json', '{}', '[]', 'null', changed((copy) => copy.files.pop())]) {
    expect(await openSignedManifest(signed(content), [signer.publicKey]), content).toEqual({
      valid: false,
      reason: 'invalid manifest',
    })
  }
})

test('parseReleaseManifest requires exactly one installer per platform, and different file names', () => {
  expect(parseReleaseManifest(text)).toEqual(manifest)
  const [windows, intel] = manifest.files
  if (windows === undefined || intel === undefined) throw new Error('The manifest has no files.')
  const update = { ...intel, role: 'update' as const, name: 'Fondly-intel.zip' }
  expect(parseReleaseManifest(changed((copy) => copy.files.push(update)))?.files).toHaveLength(4)
  for (const platform of INSTALLER_PLATFORMS) {
    const without = changed((copy) => {
      copy.files = copy.files.filter((file) => file.platform !== platform)
    })
    expect(parseReleaseManifest(without), `without ${platform}`).toBeNull()
  }
  for (const content of [
    changed((copy) => copy.files.push({ ...windows, name: 'second.exe' })),
    changed((copy) => copy.files.push({ ...update, name: intel.name })),
    changed((copy) => copy.files.push({ ...update, blockmap: { name: intel.name, size: 1, sha512: intel.sha512 } })),
    changed((copy) => Object.assign(copy.files[0] ?? {}, { role: 'update' })),
  ]) {
    expect(parseReleaseManifest(content), content).toBeNull()
  }
})

test('parseReleaseManifest rejects a field of another format', () => {
  const ofFile = (fields: Record<string, unknown>) => changed((copy) => Object.assign(copy.files[0] ?? {}, fields))
  const ofManifest = (fields: Record<string, unknown>) => changed((copy) => Object.assign(copy, fields))
  for (const content of [
    ofManifest({ format: 2 }),
    ofManifest({ product: '' }),
    ofManifest({ version: 'v1.4.0' }),
    ofManifest({ version: '../1.4.0' }),
    ofManifest({ channel: 'nightly' }),
    ofManifest({ releaseDate: '5 March' }),
    ofManifest({ files: {} }),
    ofManifest({ notes: 'x'.repeat(20_001) }),
    ofFile({ platform: 'linux' }),
    ofFile({ name: '../x.exe' }),
    ofFile({ name: 'a/b.exe' }),
    ofFile({ name: '.hidden' }),
    ofFile({ size: 0 }),
    ofFile({ size: 1.5 }),
    ofFile({ sha256: 'A'.repeat(64) }),
    ofFile({ sha512: 'AAAA' }),
    ofFile({ minisign: undefined }),
    ofFile({ makerSignature: 'verified' }),
  ]) {
    expect(parseReleaseManifest(content), content).toBeNull()
  }
  expect(parseReleaseManifest(`${text}${' '.repeat(100_000)}`), 'a text that is too long').toBeNull()
})

test('isReleaseAsInManifest is false when version, link, size or checksum of version.json differ from the manifest', () => {
  const each = <T>(value: (platform: InstallerPlatform) => T) =>
    Object.fromEntries(INSTALLER_PLATFORMS.map((platform) => [platform, value(platform)]))
  const release: Release = {
    version: '1.4.0',
    releaseDate: '2026-03-05',
    downloads: each((platform) => `../1.4.0/${getManifestInstaller(manifest, platform).name}`),
    size: each((platform) => getManifestInstaller(manifest, platform).size),
    sha256: each((platform) => getManifestInstaller(manifest, platform).sha256),
  }
  expect(isReleaseAsInManifest(release, manifest)).toBe(true)
  for (const other of [
    { ...release, version: '1.4.1' },
    { ...release, downloads: { ...release.downloads, 'macos-intel': '../1.4.0/Fondly-arm64.dmg' } },
    { ...release, downloads: {} },
    { ...release, size: { ...release.size, 'windows-x64': 1 } },
    { ...release, sha256: { ...release.sha256, 'macos-silicon': '0'.repeat(64) } },
    { version: release.version, releaseDate: release.releaseDate, downloads: release.downloads },
  ]) {
    expect(isReleaseAsInManifest(other, manifest)).toBe(false)
  }
})
