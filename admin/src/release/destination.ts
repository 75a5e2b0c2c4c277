import { getFallbackInstallerPaths } from '@site/contract/downloads'
import type { Product } from '@site/contract/product'
import { getChannelVersionFile } from '@site/releases/channels'
import { makeReleaseCurrent, type ReleaseDestination } from '@site/releases/make-current'
import { RELEASE_CHANNELS, type Release, type ReleaseChannel } from '@site/releases/release'
import { isReleaseAsInManifest, openSignedManifest, type ReleaseManifest } from '@site/releases/release-manifest'
import * as v from 'valibot'
import type { CommandContext } from '../command.ts'
import { CommandFailure } from '../failures.ts'
import { callRpc } from '../site.ts'
import { openDownloadsBucket } from './bucket.ts'
import { readProduct } from './product.ts'

/** The option that chooses a channel. */
export const CHANNEL_OPTION = {
  channel: {
    type: 'string',
    value: 'CHANNEL',
    choices: RELEASE_CHANNELS,
    otherwise: 'stable',
    help: 'stable or beta (stable)',
  },
} as const

/** A channel of the site, with its product and the version that the channel currently offers, or null. */
export type SiteDestination = ReleaseDestination & { product: Product; current: string | null }

/** Opens a channel of the site. */
export async function openReleaseDestination(
  tools: CommandContext,
  channel: ReleaseChannel = 'stable',
): Promise<SiteDestination> {
  const product = await readProduct(tools.env)
  const bucket = openDownloadsBucket(await tools.site(), product.downloadsBucket)
  const current = (await bucket.readRelease(getChannelVersionFile(channel)))?.version ?? null
  return { bucket, product, installerPaths: getFallbackInstallerPaths(product.name), channel, current }
}

/** Makes a published release current on a channel, after verifying it, and queues its webhook event. */
export async function offerRelease(
  tools: CommandContext,
  destination: SiteDestination,
  release: Release,
  manifest: ReleaseManifest | null,
): Promise<void> {
  const { channel, current: replaced } = destination
  await makeReleaseCurrent(destination, release, manifest)
  await noteRelease(tools, { version: release.version, channel, replaced })
}

/**
 * Queues the webhook event for a release that became current on a channel. A failed request prints a note and throws nothing: the release
 * is already offered, so the command must not exit with an error.
 */
async function noteRelease(
  tools: Pick<CommandContext, 'site' | 'note'>,
  release: { version: string; channel: ReleaseChannel; replaced: string | null },
): Promise<void> {
  try {
    await callRpc(await tools.site(), v.boolean(), 'note_release', release)
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error
    tools.note(`The release is offered, but no webhook event was queued: ${error.message}`)
  }
}

const REASONS = {
  malformed: 'its signature is damaged',
  'unknown key': 'it was signed with a key that is not in website/app/brand.ts',
  'wrong signature': 'its manifest or signature was changed',
  unsupported: 'this Node.js does not support Ed25519',
  'invalid manifest': 'its manifest is not valid',
} as const

/**
 * Returns the manifest of a stored release after verifying it against the site's release keys. Returns null for an unsigned release when the
 * site has no key. Throws a CommandFailure for anything else, so that no command offers a release that the download page would reject.
 */
export async function requireGenuineRelease(
  product: Pick<Product, 'releaseKeys' | 'name'>,
  release: Release,
): Promise<ReleaseManifest | null> {
  const { manifest, signature, version } = release
  const refuse = (reason: string) => {
    const hint = 'Visitors still get the current release.'
    throw new CommandFailure('bad_release', `Release ${version} is not offered: ${reason}.`, { hint })
  }
  if (manifest === undefined || signature === undefined) {
    if (product.releaseKeys.length === 0) return null
    return refuse('it is unsigned, and the site has a release key')
  }
  const verdict = await openSignedManifest({ manifest, signature }, product.releaseKeys)
  if (!verdict.valid) return refuse(REASONS[verdict.reason])
  if (verdict.manifest.product !== product.name) return refuse(`it is a release of ${verdict.manifest.product}`)
  if (!isReleaseAsInManifest(release, verdict.manifest)) return refuse('its version.json differs from its manifest')
  return verdict.manifest
}
