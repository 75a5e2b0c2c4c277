import * as v from 'valibot'
import {
  INSTALLER_PLATFORMS,
  type InstallerPlatform,
  MAX_RELEASE_MANIFEST_LENGTH,
  RELEASE_CHANNELS,
  type Release,
} from './release.ts'
import { RELEASE_VERSION_PATTERN } from './release-version.ts'
import { type Ed25519Verifier, type MinisignVerdict, verifyMinisign } from './verify-minisign.ts'

/** The name of a release's signed manifest, in the folder of the release. Its signature is in the file with `.minisig` appended. */
export const RELEASE_MANIFEST_FILE_NAME = 'release.json'

const size = v.pipe(v.number(), v.integer(), v.minValue(1))
const fileName = v.pipe(v.string(), v.regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,119}$/))
const base64Of = (bytes: number) =>
  v.pipe(v.string(), v.base64(), v.length(Math.ceil(bytes / 3) * 4, `must be ${bytes} bytes in base64`))

const fileSchema = v.object({
  platform: v.picklist(INSTALLER_PLATFORMS),
  /** `installer`: what visitors download. `update`: a .zip of the Mac app that only its updater downloads. */
  role: v.picklist(['installer', 'update']),
  /** The name of the file in the folder of the release. */
  name: fileName,
  /** Where the file is, when it is on another host and not in the folder of the release. */
  url: v.optional(v.pipe(v.string(), v.url(), v.maxLength(2048))),
  size,
  sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  sha512: base64Of(64),
  minOS: v.optional(v.pipe(v.string(), v.maxLength(100))),
  /** Which maker's signature the file contains. It was found, and not verified. `none` also for archives, which are not inspected. */
  makerSignature: v.picklist(['authenticode', 'apple', 'none']),
  /** The content of the file's .minisig, with the same key. */
  minisign: v.pipe(v.string(), v.maxLength(2_000)),
  /** electron-builder's block map of the file, for differential downloads. */
  blockmap: v.optional(v.object({ name: fileName, size, sha512: base64Of(64) })),
})

/** A file of a release manifest. */
export type ReleaseManifestFile = v.InferOutput<typeof fileSchema>

/**
 * Validates a release manifest: what a release consists of, with the hashes and signatures of its files. The manifest has exactly one
 * installer for each platform.
 */
const releaseManifestSchema = v.object({
  format: v.literal(1),
  product: v.pipe(v.string(), v.nonEmpty(), v.maxLength(60)),
  version: v.pipe(v.string(), v.regex(RELEASE_VERSION_PATTERN)),
  channel: v.picklist(RELEASE_CHANNELS),
  releaseDate: v.pipe(v.string(), v.isoDate()),
  notes: v.optional(v.pipe(v.string(), v.maxLength(20_000))),
  files: v.pipe(
    v.array(fileSchema),
    v.check((files) => hasOneInstallerPerPlatform(files), 'must have one installer for each platform'),
    v.check((files) => hasDistinctNames(files), 'must have a different name for each file'),
  ),
})

/** The content of a release manifest after validation. */
export type ReleaseManifest = v.InferOutput<typeof releaseManifestSchema>

/** Parses the text of a manifest. Returns null when it is not valid. */
export function parseReleaseManifest(text: string): ReleaseManifest | null {
  if (text.length > MAX_RELEASE_MANIFEST_LENGTH) return null
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), releaseManifestSchema), text)
  return parsed.success ? parsed.output : null
}

/** The result of opening a signed manifest. `invalid manifest`: the signature is valid, but the text is no manifest of this format. */
export type SignedManifestVerdict =
  | { valid: true; manifest: ReleaseManifest; keyId: string; trustedComment: string }
  | { valid: false; reason: Extract<MinisignVerdict, { valid: false }>['reason'] | 'invalid manifest' }

/**
 * Verifies the signature of a manifest's exact text and only then parses it. `version.json` contains both texts as `manifest` and
 * `signature`. A valid manifest of another product, or of an older release, is valid here: compare `product` and `version`.
 */
export async function openSignedManifest(
  signed: { manifest: string; signature: string },
  publicKeys: readonly string[],
  verifyEd25519?: Ed25519Verifier,
): Promise<SignedManifestVerdict> {
  const bytes = new TextEncoder().encode(signed.manifest)
  const verdict = await verifyMinisign(bytes, signed.signature, publicKeys, verifyEd25519)
  if (!verdict.valid) return verdict
  const manifest = parseReleaseManifest(signed.manifest)
  if (manifest === null) return { valid: false, reason: 'invalid manifest' }
  return { ...verdict, manifest }
}

/** Returns the installer of a platform. */
export function getManifestInstaller(manifest: ReleaseManifest, platform: InstallerPlatform): ReleaseManifestFile {
  const file = manifest.files.find((entry) => entry.role === 'installer' && entry.platform === platform)
  if (file === undefined) throw new Error(`The manifest has no installer for ${platform}.`)
  return file
}

/**
 * Returns whether version.json describes the same files as its manifest: the same version, and for each platform a link to the manifest's
 * file with the same size and SHA-256. Only the manifest is signed, so a reader that has verified it must check this, or use its values.
 */
export function isReleaseAsInManifest(release: Release, manifest: ReleaseManifest): boolean {
  if (release.version !== manifest.version) return false
  return INSTALLER_PLATFORMS.every((platform) => {
    const file = getManifestInstaller(manifest, platform)
    return (
      release.sha256?.[platform] === file.sha256 &&
      release.size?.[platform] === file.size &&
      isLinkTo(file, release.downloads[platform])
    )
  })
}

function isLinkTo({ url, name }: ReleaseManifestFile, link: string | undefined): boolean {
  return url === undefined ? link?.split('/').at(-1) === name : link === url
}

function hasOneInstallerPerPlatform(files: readonly Pick<ReleaseManifestFile, 'platform' | 'role'>[]): boolean {
  return INSTALLER_PLATFORMS.every(
    (platform) => files.filter((file) => file.role === 'installer' && file.platform === platform).length === 1,
  )
}

function hasDistinctNames(files: readonly Pick<ReleaseManifestFile, 'name' | 'blockmap'>[]): boolean {
  const names = files.flatMap(({ name, blockmap }) => (blockmap ? [name, blockmap.name] : [name]))
  return new Set(names).size === names.length
}
