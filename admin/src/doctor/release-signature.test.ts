import { INSTALLER_PLATFORMS, type InstallerPlatform, type Release } from '@site/releases/release'
import { getManifestInstaller } from '@site/releases/release-manifest'
import { expect, test, vi } from 'vitest'
import { createReleaseManifest, createReleaseSigner } from '../../../tests/support/release-signer.ts'
import { findSignatureFault } from './release-signature.ts'

const signer = createReleaseSigner()
const manifest = createReleaseManifest(signer, {
  'windows-x64': { name: 'Fondly-Setup-x64.exe', bytes: Buffer.from('windows') },
  'macos-intel': { name: 'Fondly-intel.dmg', bytes: Buffer.from('intel') },
  'macos-silicon': { name: 'Fondly-arm64.dmg', bytes: Buffer.from('silicon') },
})
const each = <T>(value: (platform: InstallerPlatform) => T) =>
  Object.fromEntries(INSTALLER_PLATFORMS.map((platform) => [platform, value(platform)]))
const unsigned: Release = {
  version: manifest.version,
  releaseDate: manifest.releaseDate,
  downloads: each((platform) => `../1.4.0/${getManifestInstaller(manifest, platform).name}`),
  size: each((platform) => getManifestInstaller(manifest, platform).size),
  sha256: each((platform) => getManifestInstaller(manifest, platform).sha256),
}
const text = JSON.stringify(manifest)
const signed: Release = { ...unsigned, manifest: text, signature: signer.sign(Buffer.from(text)) }

/** Checks a release of a site that publishes these keys; none means that the file does not exist. */
function faultOf(release: Release, ...keys: string[]): Promise<string | null> {
  const file = keys.map((key) => `untrusted comment: minisign public key\n${key}\n`).join('')
  vi.stubGlobal('fetch', async (url: URL) => {
    expect(url.href).toBe('https://fondly.example/.well-known/release-key.pub')
    return keys.length === 0 ? new Response('<p>RW not found</p>', { status: 404 }) : new Response(file)
  })
  return findSignatureFault(release, 'https://fondly.example')
}

test('findSignatureFault returns null for a release signed with any published key, and for an unsigned one without keys', async () => {
  expect(await faultOf(signed, signer.publicKey)).toBeNull()
  expect(await faultOf(signed, createReleaseSigner().publicKey, signer.publicKey)).toBeNull()
  expect(await faultOf(unsigned)).toBeNull()
})

test('findSignatureFault names a key that the site does not publish, a missing signature and each change of the release', async () => {
  expect(await faultOf(signed)).toContain('a key that the site does not publish')
  expect(await faultOf(signed, createReleaseSigner().publicKey)).toContain('a key that the site does not publish')
  expect(await faultOf(unsigned, signer.publicKey)).toContain('it is unsigned')
  expect(await faultOf({ ...signed, manifest: `${text} ` }, signer.publicKey)).toContain('was changed')
  expect(await faultOf({ ...signed, version: '1.4.1' }, signer.publicKey)).toContain('differs from its signed manifest')
})
