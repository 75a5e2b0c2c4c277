import { openSignedReleases, RELEASE_LIST_FILE_NAME, releaseListSchema } from '@site/releases/release-list'
import { openSignedManifest, parseReleaseManifest } from '@site/releases/release-manifest'
import * as v from 'valibot'
import { VERSION_FILE_TIMEOUT_MS } from '../../../constants.ts'
import type { KnownReleases } from './verdict.ts'

/** The signed manifest of version.json; null for an unsigned release. */
export type SignedTexts = { manifest: string; signature: string } | null

/**
 * The releases that files can be compared with, or why there are none. `unsigned`: the release has no signature. `wrong signature`: it has
 * one that is not valid, is of an unknown key, or signs another product.
 */
export type OpenedRelease =
  | { status: 'signed' | 'unverified'; current: KnownReleases['current'] }
  | { status: 'unsigned' | 'wrong signature' }

/** Verifies the manifest of version.json. `unverified`: the browser has no Ed25519, and the manifest is as the server sent it. */
export async function openCurrentRelease(
  signed: SignedTexts,
  version: string,
  product: string,
  publicKeys: readonly string[],
): Promise<OpenedRelease> {
  if (signed === null) return { status: publicKeys.length === 0 ? 'unsigned' : 'wrong signature' }
  if (publicKeys.length === 0) return { status: 'unsigned' }
  const verdict = await openSignedManifest(signed, publicKeys)
  const isUnsupported = !verdict.valid && verdict.reason === 'unsupported'
  const manifest = verdict.valid ? verdict.manifest : isUnsupported ? parseReleaseManifest(signed.manifest) : null
  if (manifest === null || manifest.product !== product || manifest.version !== version)
    return { status: 'wrong signature' }
  return verdict.valid
    ? { status: 'signed', current: { manifest, keyId: verdict.keyId } }
    : { status: 'unverified', current: { manifest, keyId: null } }
}

/**
 * Fetches the list of signed releases from the folder of version.json, and returns those with valid signatures. Returns none when the list
 * cannot be fetched: files of other versions are then unknown.
 */
export async function fetchListedReleases(
  downloads: string,
  product: string,
  publicKeys: readonly string[],
): Promise<KnownReleases['all']> {
  try {
    const url = new URL(RELEASE_LIST_FILE_NAME, new URL(downloads, location.href))
    const response = await fetch(url, { signal: AbortSignal.timeout(VERSION_FILE_TIMEOUT_MS), cache: 'no-cache' })
    if (!response.ok) return []
    const { releases } = v.parse(releaseListSchema, await response.json())
    return await openSignedReleases(releases, product, publicKeys)
  } catch {
    return []
  }
}
