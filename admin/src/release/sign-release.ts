import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Release, ReleaseChannel } from '@site/contract/release'
import {
  parseReleaseManifest,
  RELEASE_MANIFEST_FILE_NAME,
  type ReleaseManifest,
  type ReleaseManifestFile,
} from '@site/contract/release-manifest'
import { CommandFailure } from '../failures.ts'
import type { ReleaseKey } from './key/secret-key.ts'
import { createMinisig, signPlainly } from './key/signatures.ts'
import type { PreparedFile } from './prepare-files.ts'

/** A file of more bytes gets no signature for Sparkle, because Ed25519 signs only bytes that are in memory as a whole. */
const MOST_BYTES_IN_MEMORY = 2_000_000_000

/** The exact texts of a manifest and its .minisig. */
export type SignedManifest = { manifest: string; signature: string }

/** Signs each file and the manifest. Throws a CommandFailure when a file has changed since it was hashed. */
export async function signRelease(
  key: ReleaseKey,
  product: string,
  release: Release & { channel: ReleaseChannel },
  files: readonly PreparedFile[],
): Promise<SignedManifest> {
  const seconds = Math.floor(Date.now() / 1000)
  const { version, channel, releaseDate, notes, minOS } = release
  const signed: ReleaseManifestFile[] = []
  for (const file of files) {
    const { platform, role, name, url, size, sha256, sha512, makerSignature, blockmap } = file
    const oldest = minOS?.[platform]
    signed.push({
      platform,
      role,
      name,
      ...(url === undefined ? {} : { url }),
      size,
      sha256,
      sha512,
      makerSignature,
      ...(oldest === undefined ? {} : { minOS: oldest }),
      ...(await signForSparkle(key, file)),
      minisign: createMinisig(key, file.blake2b512, { seconds, name, version }),
      ...(blockmap && { blockmap: { name: blockmap.name, size: blockmap.size, sha512: blockmap.sha512 } }),
    })
  }
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
    throw new CommandFailure('bad_release', 'The manifest of this release would not be valid.', {
      hint: 'Nothing was uploaded. It needs one installer for each platform, and has at most 100,000 characters.',
    })
  }
  const hash = createHash('blake2b512').update(manifest).digest()
  return { manifest, signature: createMinisig(key, hash, { seconds, name: RELEASE_MANIFEST_FILE_NAME, version }) }
}

async function signForSparkle(key: ReleaseKey, file: PreparedFile): Promise<{ ed25519?: string }> {
  if (file.size > MOST_BYTES_IN_MEMORY) return {}
  const bytes = await readFile(file.path)
  if (createHash('sha256').update(bytes).digest('hex') !== file.sha256) {
    throw new CommandFailure('bad_release', `${file.path}: the file was changed while it was being published.`, {
      hint: 'Nothing was uploaded.',
    })
  }
  return { ed25519: signPlainly(key, bytes) }
}
