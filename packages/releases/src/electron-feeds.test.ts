import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { DigestTransform } from 'builder-util-runtime'
import { parseUpdateInfo, resolveFiles } from 'electron-updater/out/providers/Provider.js'
import { expect, test } from 'vitest'
import { createReleaseManifest, createReleaseSigner } from '../../../tests/support/release-signer.ts'
import { createElectronFeed, type ELECTRON_FEED_NAMES, type FeedFacts } from './electron-feeds.ts'
import { getManifestInstaller } from './release-manifest.ts'

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

/** Reads a feed as electron-updater does. */
function readFeed(name: (typeof ELECTRON_FEED_NAMES)[number], facts: Partial<FeedFacts> = {}) {
  const release = { version: manifest.version, releaseDate: '', downloads: {}, notes: manifest.notes }
  const signature = signer.sign(Buffer.from(JSON.stringify(manifest)))
  const text = createElectronFeed(name, { manifest, release, signature, ...facts })
  const info = parseUpdateInfo(text, name, new URL(`${BASE}latest/${name}`))
  return { info, files: resolveFiles(info, new URL(`${BASE}latest/`)) }
}

test('electron-updater reads version, link, size, hash, share and notes from latest.yml', () => {
  const release = { version: '1.4.0', releaseDate: '', downloads: {}, notes: manifest.notes, staged: 25 }
  const { info, files } = readFeed('latest.yml', { release })
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
  expect(readFeed('latest.yml').info.stagingPercentage, 'not staged').toBeUndefined()
})

test('electron-updater refuses a file when any byte of it or of the SHA-512 in a feed was changed', async () => {
  const accepts = (content: Uint8Array, sha512: string) =>
    pipeline(Readable.from([content]), new DigestTransform(sha512, 'sha512', 'base64'), async (source) => {
      for await (const _ of source);
    }).then(
      () => true,
      () => false,
    )
  const changeEachByte = (content: Uint8Array) =>
    [...content.keys()].map((at) => Uint8Array.from(content, (byte, index) => (index === at ? byte ^ 1 : byte)))
  for (const [name, contents] of [
    ['latest.yml', [bytes.windows]],
    ['latest-mac.yml', [bytes.intel, bytes.silicon]],
  ] as const) {
    const hashes = readFeed(name).info.files.map(({ sha512 }) => sha512)
    expect(hashes).toHaveLength(contents.length)
    for (const [at, content] of contents.entries()) {
      const sha512 = hashes[at] ?? ''
      expect(await accepts(content, sha512), name).toBe(true)
      for (const changed of changeEachByte(content)) expect(await accepts(changed, sha512)).toBe(false)
      for (const changed of changeEachByte(Buffer.from(sha512, 'base64')))
        expect(await accepts(content, Buffer.from(changed).toString('base64'))).toBe(false)
    }
  }
})

test('latest-mac.yml lists the .zip files, whose names tell electron-updater the chip, and the disk images without them', () => {
  const linksOf = (facts: Partial<FeedFacts>) =>
    readFeed('latest-mac.yml', facts).files.map(({ url }) => url.pathname.split('/').slice(-2).join('/'))
  const archives = (['macos-intel', 'macos-silicon'] as const).map((platform) => ({
    ...getManifestInstaller(manifest, platform),
    role: 'update' as const,
    name: `Fondly-${platform === 'macos-intel' ? 'intel' : 'arm64'}.zip`,
  }))
  const withArchives = { ...manifest, files: [...manifest.files, ...archives] }
  expect(linksOf({ manifest: withArchives })).toEqual(['1.4.0/Fondly-intel.zip', '1.4.0/Fondly-arm64.zip'])
  expect(linksOf({})).toEqual(['1.4.0/Fondly-intel.dmg', '1.4.0/Fondly-arm64.dmg'])
})
