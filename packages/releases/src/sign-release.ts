import { createHash } from 'node:crypto'
import { ReleaseFailure } from './failure.ts'
import type { ReleaseKey } from './key/secret-key.ts'
import { createMinisig } from './key/signatures.ts'
import type { PreparedFile } from './prepare-files.ts'
import type { Release, ReleaseChannel } from './release.ts'
import {
  parseReleaseManifest,
  RELEASE_MANIFEST_FILE_NAME,
  type ReleaseManifest,
  type ReleaseManifestFile,
} from './release-manifest.ts'

/** The exact texts of a manifest and its .minisig. */
export type SignedManifest = { manifest: string; signature: string }

/** Signs each file and the manifest. Throws a ReleaseFailure when the manifest would not be valid. */
export function signRelease(
  key: ReleaseKey,
  product: string,
  release: Release & { channel: ReleaseChannel },
  files: readonly PreparedFile[],
): SignedManifest {
  const seconds = Math.floor(Date.now() / 1000)
  const { version, channel, releaseDate, notes, minOS } = release
  const signed = files.map((file): ReleaseManifestFile => {
    const { platform, role, name, url, size, sha256, sha512, makerSignature, blockmap } = file
    const oldest = minOS?.[platform]
    return {
      platform,
      role,
      name,
      ...(url === undefined ? {} : { url }),
      size,
      sha256,
      sha512,
      makerSignature,
      ...(oldest === undefined ? {} : { minOS: oldest }),
      minisign: createMinisig(key, file.blake2b512, { seconds, name, version }),
      ...(blockmap && { blockmap: { name: blockmap.name, size: blockmap.size, sha512: blockmap.sha512 } }),
    }
  })
  const facts: ReleaseManifest = {
    format: 1,
    product,
    version,
    channel,
    releaseDate,
    ...(notes === undefined ? {} : { notes }),
    files: signed,
  }
  const manifest = `${JSON.stringify(facts, null, 2)}\n`
  if (parseReleaseManifest(manifest) === null) {
    throw new ReleaseFailure('bad_release', 'The manifest of this release would not be valid.', {
      hint: 'Nothing was uploaded. It needs one installer for each platform, and has at most 100,000 characters.',
    })
  }
  const hash = createHash('blake2b512').update(manifest).digest()
  return { manifest, signature: createMinisig(key, hash, { seconds, name: RELEASE_MANIFEST_FILE_NAME, version }) }
}
