import { createHash, createPublicKey, verify } from 'node:crypto'
import { parseMinisignPublicKey } from '@site/contract/minisign'
import { INSTALLER_PLATFORMS, releaseSchema, resolveTrustedDownloadLink } from '@site/contract/release'
import { isReleaseAsInManifest, openSignedManifest } from '@site/contract/release-manifest'
import { verifyMinisign } from '@site/contract/verify-minisign'
import { DOMParser } from '@xmldom/xmldom'
import { parseUpdateInfo } from 'electron-updater/out/providers/Provider.js'
import * as v from 'valibot'

/** What a file that points to a release says of one installer: its URL, and the hash or signature that stands beside it. */
export type OfferedFile = {
  url: string
  proof: { sha256: string } | { sha512: string } | { minisign: string } | { ed25519: string }
}

const SPARKLE = 'http://www.andymatuschak.org/xml-namespaces/sparkle'

const tauriSchema = v.object({
  version: v.string(),
  platforms: v.record(v.string(), v.object({ url: v.string(), signature: v.string() })),
})

/**
 * Reads a pointer file as its own reader does. Throws when the file contradicts itself, for example when a link leads into the folder of
 * another version, or when the manifest does not have its own signature.
 */
export async function readOfferedFiles(
  url: string,
  text: string,
  publicKeys: readonly string[],
): Promise<{ version: string; files: OfferedFile[] }> {
  const offer = await readOffer(url, text, publicKeys)
  const strays = offer.files.filter((file) => !file.url.includes(`/${offer.version}/`))
  if (strays.length > 0) throw new Error(`Version ${offer.version} has a link to ${strays[0]?.url}.`)
  return offer
}

async function readOffer(url: string, text: string, publicKeys: readonly string[]) {
  if (url.endsWith('.yml')) {
    const { version, files } = parseUpdateInfo(text, url, new URL(url))
    return {
      version,
      files: files.map((file) => ({ url: new URL(file.url, url).href, proof: { sha512: file.sha512 } })),
    }
  }
  if (url.endsWith('.xml')) return readAppcast(text)
  if (url.endsWith('tauri.json')) {
    const { version, platforms } = v.parse(tauriSchema, JSON.parse(text))
    const decode = (base64: string) => Buffer.from(base64, 'base64').toString()
    const files = Object.values(platforms).map((file) => ({
      url: file.url,
      proof: { minisign: decode(file.signature) },
    }))
    return { version, files }
  }
  const release = v.parse(releaseSchema, JSON.parse(text))
  const { manifest = '', signature = '' } = release
  const verdict = await openSignedManifest({ manifest, signature }, publicKeys)
  if (!verdict.valid) throw new Error(`The manifest in version.json: ${verdict.reason}.`)
  if (!isReleaseAsInManifest(release, verdict.manifest)) throw new Error('version.json and its manifest differ.')
  if (release.halted !== undefined) throw new Error('A halted release is offered.')
  const files = INSTALLER_PLATFORMS.map((platform) => ({
    url: resolveTrustedDownloadLink(release.downloads[platform], url) ?? '',
    proof: { sha256: release.sha256?.[platform] ?? '' },
  }))
  return { version: release.version, files }
}

/** Reads an appcast as Sparkle does. Throws when it is not well-formed, or has items of two versions. */
function readAppcast(text: string): { version: string; files: OfferedFile[] } {
  const onError = (_level: string, message: string) => {
    throw new Error(`The appcast is not well-formed: ${message}`)
  }
  const document = new DOMParser({ onError }).parseFromString(text, 'text/xml')
  const versions = new Set(
    Array.from(document.getElementsByTagNameNS(SPARKLE, 'version')).map(({ textContent }) => textContent ?? ''),
  )
  const [version = ''] = versions
  if (versions.size !== 1) throw new Error(`The appcast has the versions ${[...versions].join(', ')}.`)
  const files = Array.from(document.getElementsByTagName('enclosure')).map((enclosure) => ({
    url: enclosure.getAttribute('url') ?? '',
    proof: { ed25519: enclosure.getAttributeNS(SPARKLE, 'edSignature') ?? '' },
  }))
  return { version, files }
}

/** Returns whether the bytes are those that the pointer file proves. */
export async function isProvenFile(
  bytes: Uint8Array,
  { proof }: OfferedFile,
  publicKeys: readonly string[],
): Promise<boolean> {
  if ('sha256' in proof) return createHash('sha256').update(bytes).digest('hex') === proof.sha256
  if ('sha512' in proof) return createHash('sha512').update(bytes).digest('base64') === proof.sha512
  if ('ed25519' in proof) return publicKeys.some((key) => isSignedBy(key, bytes, proof.ed25519))
  return (await verifyMinisign(Uint8Array.from(bytes), proof.minisign, publicKeys)).valid
}

function isSignedBy(publicKey: string, bytes: Uint8Array, signature: string): boolean {
  const { key } = parseMinisignPublicKey(publicKey) ?? {}
  if (key === undefined) return false
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(key).toString('base64url') }
  return verify(null, bytes, createPublicKey({ key: jwk, format: 'jwk' }), Buffer.from(signature, 'base64'))
}
