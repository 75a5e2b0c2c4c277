import type { DownloadsBucket } from './bucket.ts'
import { CHANNEL_FOLDERS } from './channels.ts'
import {
  MAX_LISTED_RELEASES,
  openSignedReleases,
  RELEASE_LIST_FILE_NAME,
  type SignedManifestTexts,
} from './release-list.ts'
import { findReleases } from './releases.ts'

/**
 * Writes the list of all signed releases of both channels beside the stable version.json, for the check of files on the download page. It
 * contains releases that are halted later, too: their files stay genuine.
 */
export async function writeReleaseList(
  bucket: DownloadsBucket,
  product: { name: string; releaseKeys: readonly string[] },
): Promise<void> {
  const releases: SignedManifestTexts[] = []
  for (const { release } of await findReleases(bucket)) {
    const { manifest, signature } = release
    if (manifest === undefined || signature === undefined) continue
    const opened = await openSignedReleases([{ manifest, signature }], product.name, product.releaseKeys)
    if (opened.length > 0) releases.push({ manifest, signature })
  }
  const list = { format: 1, releases: releases.slice(0, MAX_LISTED_RELEASES) }
  const path = `${CHANNEL_FOLDERS.stable}/${RELEASE_LIST_FILE_NAME}`
  await bucket.writeText(path, `${JSON.stringify(list)}\n`, 'application/json')
}
