import { createHash, createPublicKey, verify } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { parseMinisignPublicKey } from '@site/contract/minisign'
import { getManifestInstaller, type ReleaseManifest } from '@site/contract/release-manifest'
import { verifyMinisign } from '@site/contract/verify-minisign'
import { DOMParser } from '@xmldom/xmldom'
import { DigestTransform } from 'builder-util-runtime'
import { parseUpdateInfo, resolveFiles } from 'electron-updater/out/providers/Provider.js'
import { expect, test } from 'vitest'
import { createReleaseManifest, createReleaseSigner } from '../../../../tests/support/release-signer.ts'
import type { FeedFacts } from './feed-facts.ts'
import { createFeeds, FEED_FILE_NAMES } from './feeds.ts'

const SPARKLE = 'http://www.andymatuschak.org/xml-namespaces/sparkle'
const BASE = 'https://fondly.example/storage/v1/object/public/downloads/'

const signer = createReleaseSigner()
const bytes = {
  windows: Buffer.from('a windows program'),
  intel: Buffer.from('an image'),
  silicon: Buffer.from('another'),
}
const manifest = createReleaseManifest(
  signer,
  {
    'windows-x64': { name: 'Fondly-Setup-x64.exe', bytes: bytes.windows },
    'macos-intel': { name: 'Fondly-intel.dmg', bytes: bytes.intel },
    'macos-silicon': { name: 'Fondly-arm64.dmg', bytes: bytes.silicon },
  },
  { notes: 'Faster & <better>: "yes"\nSecond line.' },
)

/** Adds an update archive for each Mac to the manifest. */
function withArchives(ending: string): ReleaseManifest {
  const archives = (['macos-intel', 'macos-silicon'] as const).map((platform) => ({
    ...getManifestInstaller(manifest, platform),
    role: 'update' as const,
    name: `Fondly-${platform === 'macos-intel' ? 'intel' : 'arm64'}${ending}`,
  }))
  return { ...manifest, files: [...manifest.files, ...archives] }
}

function feedsOf(facts: Partial<FeedFacts> = {}): Record<string, string> {
  const text = JSON.stringify(facts.manifest ?? manifest)
  const feeds = createFeeds({
    manifest,
    release: { version: manifest.version, releaseDate: '', downloads: {}, notes: manifest.notes },
    signature: signer.sign(Buffer.from(text)),
    product: { name: 'Fondly & Co' },
    baseUrl: BASE,
    ...facts,
  })
  return Object.fromEntries(feeds.map(({ name, text: feed }) => [name, feed]))
}

function readElectronFeed(feeds: Record<string, string>, name: string) {
  const from = new URL(`${BASE}latest/${name}`)
  const info = parseUpdateInfo(feeds[name] ?? '', name, from)
  return { info, files: resolveFiles(info, new URL(`${BASE}latest/`)) }
}

/** Reads an appcast with a namespace-aware parser, which throws for anything that is not well-formed. */
function readAppcast(feeds: Record<string, string>, name: string) {
  const document = new DOMParser({
    onError: (_level, message) => {
      throw new Error(message)
    },
  }).parseFromString(feeds[name] ?? '', 'text/xml')
  const items = Array.from(document.getElementsByTagName('item'))
  return items.map((item) => {
    const [enclosure] = Array.from(item.getElementsByTagName('enclosure'))
    const textOf = (local: string) => item.getElementsByTagNameNS(SPARKLE, local)[0]?.textContent ?? null
    return {
      url: enclosure?.getAttribute('url') ?? '',
      length: Number(enclosure?.getAttribute('length')),
      signature: enclosure?.getAttributeNS(SPARKLE, 'edSignature') ?? '',
      version: textOf('version'),
      hardware: textOf('hardwareRequirements'),
      minimum: textOf('minimumSystemVersion'),
      phased: textOf('phasedRolloutInterval'),
      notes: item.getElementsByTagName('description')[0]?.textContent ?? null,
      date: item.getElementsByTagName('pubDate')[0]?.textContent ?? '',
    }
  })
}

test('createFeeds returns every feed once, under the names that FEED_FILE_NAMES lists', () => {
  expect(Object.keys(feedsOf())).toEqual(FEED_FILE_NAMES)
})

test('electron-updater reads version, link, size, hash, share and notes from latest.yml', () => {
  const release = { version: '1.4.0', releaseDate: '', downloads: {}, notes: manifest.notes, staged: 25 }
  const { info, files } = readElectronFeed(feedsOf({ release }), 'latest.yml')
  expect(info).toMatchObject({
    version: '1.4.0',
    stagingPercentage: 25,
    releaseNotes: manifest.notes,
    releaseDate: '2025-11-25T21:00:00.000Z',
  })
  expect(files.map(({ url, info: { size, sha512 } }) => ({ url: url.href, size, sha512 }))).toEqual([
    {
      url: `${BASE}1.4.0/Fondly-Setup-x64.exe`,
      size: bytes.windows.length,
      sha512: createHash('sha512').update(bytes.windows).digest('base64'),
    },
  ])
  expect(readElectronFeed(feedsOf(), 'latest.yml').info.stagingPercentage, 'not staged').toBeUndefined()
})

test('electron-updater’s digest check accepts the file of latest.yml, and refuses a changed byte of the file or of the hash', async () => {
  const sha512 = readElectronFeed(feedsOf(), 'latest.yml').files[0]?.info.sha512 ?? ''
  const download = (content: Uint8Array, digest: string) =>
    pipeline(Readable.from([content]), new DigestTransform(digest, 'sha512', 'base64'), async (source) =>
      buffer(source),
    )
  expect(await download(bytes.windows, sha512)).toEqual(bytes.windows)
  for (let at = 0; at < bytes.windows.length; at += 1) {
    const flipped = Uint8Array.from(bytes.windows, (byte, index) => (index === at ? byte ^ 1 : byte))
    await expect(download(flipped, sha512)).rejects.toThrow('checksum mismatch')
  }
  const changed = `${sha512[0] === 'A' ? 'B' : 'A'}${sha512.slice(1)}`
  await expect(download(bytes.windows, changed)).rejects.toThrow('checksum mismatch')
})

test('latest-mac.yml lists the .zip files, whose names tell electron-updater the chip, and the disk images without them', () => {
  const linksOf = (facts: Partial<FeedFacts>) =>
    readElectronFeed(feedsOf(facts), 'latest-mac.yml').files.map(({ url }) =>
      url.pathname.split('/').slice(-2).join('/'),
    )
  expect(linksOf({ manifest: withArchives('.zip') })).toEqual(['1.4.0/Fondly-intel.zip', '1.4.0/Fondly-arm64.zip'])
  expect(linksOf({})).toEqual(['1.4.0/Fondly-intel.dmg', '1.4.0/Fondly-arm64.dmg'])
  expect(linksOf({ manifest: withArchives('.app.tar.gz') })).toEqual([
    '1.4.0/Fondly-intel.dmg',
    '1.4.0/Fondly-arm64.dmg',
  ])
})

test('the appcast has an item for Apple Silicon before the one for Intel, with signatures that Ed25519 verifies', () => {
  const minimum = manifest.files.map((file) => ({ ...file, minOS: 'macOS 12.3' }))
  const items = readAppcast(feedsOf({ manifest: { ...manifest, files: minimum } }), 'appcast.xml')
  expect(items.map(({ url, hardware }) => [url, hardware])).toEqual([
    [`${BASE}1.4.0/Fondly-arm64.dmg`, 'arm64'],
    [`${BASE}1.4.0/Fondly-intel.dmg`, null],
  ])
  const key = parseMinisignPublicKey(signer.publicKey)
  const prefix = Buffer.from('302a300506032b6570032100', 'hex') // an Ed25519 public key in SPKI (RFC 8410)
  const der = Buffer.concat([prefix, key?.key ?? Buffer.alloc(0)])
  const publicKey = createPublicKey({ key: der, format: 'der', type: 'spki' })
  for (const [item, content] of [
    [items[0], bytes.silicon],
    [items[1], bytes.intel],
  ] as const) {
    expect(item).toMatchObject({ version: '1.4.0', minimum: '12.3', length: content.length, notes: manifest.notes })
    expect(new Date(item?.date ?? '').toISOString()).toBe('2025-11-25T21:00:00.000Z')
    const signature = Buffer.from(item?.signature ?? '', 'base64')
    expect(verify(null, content, publicKey, signature)).toBe(true)
    const flipped = Buffer.from(content)
    flipped.writeUInt8(flipped.readUInt8(0) ^ 1, 0)
    expect(verify(null, flipped, publicKey, signature), 'one changed byte of the file').toBe(false)
    signature.writeUInt8(signature.readUInt8(9) ^ 1, 9)
    expect(verify(null, content, publicKey, signature), 'one changed byte of the signature').toBe(false)
  }
})

test('the appcasts of one platform have one item, and a staged release has the interval of a phased rollout', () => {
  expect(readAppcast(feedsOf(), 'appcast-intel.xml')).toMatchObject([
    { url: `${BASE}1.4.0/Fondly-intel.dmg`, phased: null },
  ])
  const release = { version: '1.4.0', releaseDate: '', downloads: {}, staged: 25 }
  expect(readAppcast(feedsOf({ release }), 'appcast-arm64.xml')).toMatchObject([
    { url: `${BASE}1.4.0/Fondly-arm64.dmg`, phased: '86400', notes: null },
  ])
})

test('an appcast stays well-formed with control characters and lone surrogates in the notes', () => {
  const notes = 'a\u0000b\u0008c]]>\ud800<d>\uffff'
  const release = { version: '1.4.0', releaseDate: '', downloads: {}, notes }
  expect(readAppcast(feedsOf({ release }), 'appcast.xml')[0]?.notes).toBe('abc]]><d>')
})

test('tauri.json has the .minisig of each file in base64, which verifies only the bytes of that file', async () => {
  const tauri: unknown = JSON.parse(feedsOf({ manifest: withArchives('.app.tar.gz') })['tauri.json'] ?? '')
  expect(tauri).toMatchObject({
    version: '1.4.0',
    notes: manifest.notes,
    pub_date: '2025-11-25T21:00:00.000Z',
    platforms: {
      'windows-x86_64': { url: `${BASE}1.4.0/Fondly-Setup-x64.exe` },
      'darwin-x86_64': { url: `${BASE}1.4.0/Fondly-intel.app.tar.gz` },
      'darwin-aarch64': { url: `${BASE}1.4.0/Fondly-arm64.app.tar.gz` },
    },
  })
  const { platforms } = tauri as { platforms: Record<string, { signature: string }> }
  for (const [platform, content] of [
    ['windows-x86_64', bytes.windows],
    ['darwin-x86_64', bytes.intel],
    ['darwin-aarch64', bytes.silicon],
  ] as const) {
    const minisig = Buffer.from(platforms[platform]?.signature ?? '', 'base64').toString()
    expect(await verifyMinisign(Uint8Array.from(content), minisig, [signer.publicKey])).toMatchObject({ valid: true })
    expect(
      await verifyMinisign(
        Uint8Array.from(content, (byte) => byte ^ 1),
        minisig,
        [signer.publicKey],
      ),
    ).toMatchObject({
      valid: false,
    })
  }
})

test('tauri.json leaves out the Macs when there is no .app.tar.gz, because the updater cannot open a disk image', () => {
  const { platforms } = JSON.parse(feedsOf()['tauri.json'] ?? '') as { platforms: object }
  expect(Object.keys(platforms)).toEqual(['windows-x86_64'])
})
