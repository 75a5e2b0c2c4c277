import { createHash } from 'node:crypto'
import { resolveTrustedDownloadLink } from '@site/contract/downloads'
import { INSTALLER_PLATFORMS, releaseSchema } from '@site/releases/release'
import { isReleaseAsInManifest, openSignedManifest } from '@site/releases/release-manifest'
import { parseUpdateInfo } from 'electron-updater/out/providers/Provider.js'
import * as v from 'valibot'

/** What a file that points to a release says of one installer: its URL, and the hash that stands beside it. */
export type OfferedFile = {
  url: string
  proof: { sha256: string } | { sha512: string }
}

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

/** Returns whether the bytes are those that the pointer file proves. */
export function isProvenFile(bytes: Uint8Array, { proof }: OfferedFile): boolean {
  if ('sha256' in proof) return createHash('sha256').update(bytes).digest('hex') === proof.sha256
  return createHash('sha512').update(bytes).digest('base64') === proof.sha512
}
