import type { ReleaseManifest } from '@site/releases/release-manifest'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createReleaseManifest, createReleaseSigner } from '../../../../../tests/support/release-signer.ts'
import { fetchListedReleases, openCurrentRelease } from './known-releases.ts'

const [signer, stranger] = [createReleaseSigner(), createReleaseSigner()]
const keys = [signer.publicKey]
const file = (name: string) => ({ name, bytes: Buffer.from(name) })
const installers = { 'windows-x64': file('a.exe'), 'macos-intel': file('b.dmg'), 'macos-silicon': file('c.dmg') }

function signed(facts: Partial<ReleaseManifest> = {}, by = signer) {
  const manifest = JSON.stringify(createReleaseManifest(signer, installers, facts))
  return { manifest, signature: by.sign(Buffer.from(manifest)) }
}

beforeEach(() => {
  vi.stubGlobal('location', new URL('https://fondly.example/download'))
})

afterEach(() => {
  vi.unstubAllGlobals()
})

test('openCurrentRelease returns the manifest and key id of a release with a valid signature', async () => {
  expect(await openCurrentRelease(signed(), '1.4.0', 'Fondly', keys)).toMatchObject({
    status: 'signed',
    current: { keyId: signer.keyId, manifest: { version: '1.4.0' } },
  })
})

test('openCurrentRelease refuses a changed manifest, another key, product or version, and a missing signature', async () => {
  const changed = { ...signed(), manifest: signed().manifest.replace('a.exe', 'z.exe') }
  for (const texts of [
    changed,
    { ...signed(), signature: 'none' },
    signed({}, stranger),
    signed({ product: 'Other' }),
    signed({ version: '1.3.0' }),
    null,
  ])
    expect(await openCurrentRelease(texts, '1.4.0', 'Fondly', keys)).toEqual({ status: 'wrong signature' })
})

test('without pinned keys every release is unsigned', async () => {
  for (const texts of [null, signed()])
    expect(await openCurrentRelease(texts, '1.4.0', 'Fondly', [])).toEqual({ status: 'unsigned' })
})

test('in a browser without Ed25519 the release is unverified, without a key id', async () => {
  vi.spyOn(crypto.subtle, 'importKey').mockRejectedValue(new DOMException('no', 'NotSupportedError'))
  expect(await openCurrentRelease(signed(), '1.4.0', 'Fondly', keys)).toMatchObject({
    status: 'unverified',
    current: { keyId: null },
  })
  vi.restoreAllMocks()
})

test('fetchListedReleases returns the releases of the product with a valid signature', async () => {
  const releases = [
    signed({ version: '1.4.0' }),
    signed({ version: '1.3.0' }, stranger),
    signed({ product: 'Other' }),
    signed({ version: '1.2.0' }),
  ]
  vi.stubGlobal('fetch', async (url: URL) => {
    expect(url.href).toBe('https://fondly.example/files/latest/releases.json')
    return Response.json({ format: 1, releases })
  })
  const found = await fetchListedReleases('/files/latest/', 'Fondly', keys)
  expect(found.map(({ manifest }) => manifest.version)).toEqual(['1.4.0', '1.2.0'])
})

test('fetchListedReleases returns nothing when the list is missing, is invalid or cannot be fetched', async () => {
  for (const answer of [
    async () => new Response('', { status: 404 }),
    async () => Response.json({ format: 2 }),
    async () => Promise.reject(new TypeError('no network')),
  ]) {
    vi.stubGlobal('fetch', answer)
    expect(await fetchListedReleases('/files/latest/', 'Fondly', keys)).toEqual([])
  }
})
