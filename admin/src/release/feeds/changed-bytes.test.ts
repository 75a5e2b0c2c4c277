import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseMinisignPublicKey } from '@site/contract/minisign'
import { DOMParser } from '@xmldom/xmldom'
import { DigestTransform } from 'builder-util-runtime'
import { parseUpdateInfo } from 'electron-updater/out/providers/Provider.js'
import { expect, test } from 'vitest'
import { createReleaseManifest, createReleaseSigner } from '../../../../tests/support/release-signer.ts'
import { createFeeds } from './feeds.ts'

// Each feed is read by code that is not of this repository (electron-updater, an XML parser, Node's own Ed25519), and each byte of a file, of
// its hash and of its signature is changed once.

const signer = createReleaseSigner()
const content = Buffer.from('MZ: an installer')
const installer = (name: string) => ({ name, bytes: content })
const manifest = createReleaseManifest(signer, {
  'windows-x64': installer('Fondly-Setup-x64.exe'),
  'macos-intel': installer('Fondly-intel.dmg'),
  'macos-silicon': installer('Fondly-arm64.dmg'),
})
const product = { name: 'Fondly' }
const baseUrl = 'https://fondly.example/storage/v1/object/public/downloads/'
const release = { version: manifest.version, releaseDate: '', downloads: {} }
const signature = signer.sign(Buffer.from(JSON.stringify(manifest)))
const feeds = new Map(
  createFeeds({ manifest, release, signature, product, baseUrl }).map(({ name, text }) => [name, text]),
)

/** Returns the public key as Node's own Ed25519 takes it: in SPKI (RFC 8410). */
function readPublicKey(): KeyObject {
  const prefix = Buffer.from('302a300506032b6570032100', 'hex')
  const key = parseMinisignPublicKey(signer.publicKey)?.key ?? Buffer.alloc(0)
  return createPublicKey({ key: Buffer.concat([prefix, key]), format: 'der', type: 'spki' })
}

const publicKey = readPublicKey()

/** Returns copies of the bytes, each with another byte changed. */
function changeEachByte(bytes: Uint8Array): Uint8Array<ArrayBuffer>[] {
  return [...bytes.keys()].map((at) => Uint8Array.from(bytes, (byte, index) => (index === at ? byte ^ 1 : byte)))
}

test('electron-updater refuses a file when any byte of it or of the SHA-512 in latest.yml was changed', async () => {
  const accepts = (bytes: Uint8Array, sha512: string) =>
    pipeline(Readable.from([bytes]), new DigestTransform(sha512, 'sha512', 'base64'), async (source) => {
      for await (const _ of source);
    }).then(
      () => true,
      () => false,
    )
  for (const name of ['latest.yml', 'latest-mac.yml']) {
    const info = parseUpdateInfo(feeds.get(name) ?? '', name, new URL(`${baseUrl}latest/${name}`))
    for (const { sha512 } of info.files) {
      expect(await accepts(content, sha512), name).toBe(true)
      for (const changed of changeEachByte(content)) expect(await accepts(changed, sha512)).toBe(false)
      for (const changed of changeEachByte(Buffer.from(sha512, 'base64'))) {
        expect(await accepts(content, Buffer.from(changed).toString('base64'))).toBe(false)
      }
    }
  }
})

test('Node’s Ed25519 refuses a file when any byte of it or of its signature in an appcast was changed', () => {
  for (const name of ['appcast.xml', 'appcast-intel.xml', 'appcast-arm64.xml']) {
    const document = new DOMParser().parseFromString(feeds.get(name) ?? '', 'text/xml')
    const enclosures = Array.from(document.getElementsByTagName('enclosure'))
    expect(enclosures.length, name).toBe(name === 'appcast.xml' ? 2 : 1)
    for (const enclosure of enclosures) {
      const given = Buffer.from(enclosure.getAttribute('sparkle:edSignature') ?? '', 'base64')
      expect(verify(null, content, publicKey, given), name).toBe(true)
      for (const changed of changeEachByte(content)) expect(verify(null, changed, publicKey, given)).toBe(false)
      for (const changed of changeEachByte(given)) expect(verify(null, content, publicKey, changed)).toBe(false)
    }
  }
})

/** Verifies a .minisig as its format describes it, with nothing of this repository but the public key. */
function isMinisigValid(bytes: Uint8Array, minisig: string): boolean {
  const [, first = '', trusted = '', second = ''] = minisig.split('\n')
  const [line, globalSignature] = [Buffer.from(first, 'base64'), Buffer.from(second, 'base64')]
  const id = Buffer.from(signer.publicKey, 'base64').subarray(2, 10)
  if (line.toString('latin1', 0, 2) !== 'ED' || !line.subarray(2, 10).equals(id)) return false
  const signed = Buffer.concat([line.subarray(10), Buffer.from(trusted.replace('trusted comment: ', ''))])
  const hash = createHash('blake2b512').update(bytes).digest()
  return verify(null, hash, publicKey, line.subarray(10)) && verify(null, signed, publicKey, globalSignature)
}

test('a reader of minisign’s format refuses a file when any byte of it or of its signature in tauri.json was changed', () => {
  const tauri = JSON.parse(feeds.get('tauri.json') ?? '') as { platforms: Record<string, { signature: string }> }
  const minisig = Buffer.from(tauri.platforms['windows-x86_64']?.signature ?? '', 'base64').toString()
  expect(isMinisigValid(content, minisig)).toBe(true)
  for (const changed of changeEachByte(content)) expect(isMinisigValid(changed, minisig)).toBe(false)
  const lines = minisig.split('\n')
  const replaceLine = (at: number, text: string) => lines.with(at, text).join('\n')
  for (const at of [1, 3]) {
    for (const changed of changeEachByte(Buffer.from(lines[at] ?? '', 'base64'))) {
      expect(isMinisigValid(content, replaceLine(at, Buffer.from(changed).toString('base64')))).toBe(false)
    }
  }
  const comment = 'trusted comment: '
  for (const changed of changeEachByte(Buffer.from((lines[2] ?? '').slice(comment.length)))) {
    expect(isMinisigValid(content, replaceLine(2, comment + Buffer.from(changed).toString()))).toBe(false)
  }
})
