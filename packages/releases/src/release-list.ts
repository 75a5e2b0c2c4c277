import * as v from 'valibot'
import { MAX_RELEASE_MANIFEST_LENGTH } from './release.ts'
import { openSignedManifest, type ReleaseManifest } from './release-manifest.ts'
import type { Ed25519Verifier } from './verify-minisign.ts'

/**
 * The name of the list of signed releases, beside version.json. The download page recognises files of other versions by it. Only the
 * manifests in it are signed, so the list can be written without the key; a server that leaves one out makes its files unknown, nothing else.
 */
export const RELEASE_LIST_FILE_NAME = 'releases.json'

/** The maximum number of releases in the list. */
export const MAX_LISTED_RELEASES = 30

const signedManifestSchema = v.object({
  manifest: v.pipe(v.string(), v.maxLength(MAX_RELEASE_MANIFEST_LENGTH)),
  signature: v.pipe(v.string(), v.maxLength(4_000)),
})

/** Validates the list of signed releases, the newest first. */
export const releaseListSchema = v.object({
  format: v.literal(1),
  releases: v.pipe(v.array(signedManifestSchema), v.maxLength(MAX_LISTED_RELEASES)),
})

/** The exact text of a manifest, and of its .minisig. */
export type SignedManifestTexts = v.InferOutput<typeof signedManifestSchema>

/** A release whose manifest has a valid signature of the key `keyId`. */
export type SignedRelease = { manifest: ReleaseManifest; keyId: string }

/** Returns the releases of a product whose signatures are valid, in the same order. */
export async function openSignedReleases(
  texts: readonly SignedManifestTexts[],
  product: string,
  publicKeys: readonly string[],
  verifyEd25519?: Ed25519Verifier,
): Promise<SignedRelease[]> {
  const verdicts = await Promise.all(texts.map((signed) => openSignedManifest(signed, publicKeys, verifyEd25519)))
  return verdicts.flatMap((verdict) =>
    verdict.valid && verdict.manifest.product === product ? [{ manifest: verdict.manifest, keyId: verdict.keyId }] : [],
  )
}
