import { getFallbackInstallerPaths, INSTALLER_PLATFORMS, type Release } from '@site/contract/release'
import { type DownloadsBucket, requireStoredObject } from './bucket.ts'
import { CURRENT_VERSION_FILE } from './releases.ts'

/**
 * Makes a stored release the current one: copies its files to latest/ and writes latest/version.json last. Until then the previous
 * version.json links to the previous release's own folder, so no visitor downloads a file that does not match its checksum.
 */
export async function makeReleaseCurrent(
  bucket: DownloadsBucket,
  productName: string,
  version: string,
  release: Release,
): Promise<void> {
  const names = getFallbackInstallerPaths(productName)
  for (const platform of INSTALLER_PLATFORMS) {
    const latest = names[platform]
    await bucket.copy(latest.replace('latest/', `${version}/`), latest)
    const [size, sha256] = [release.size?.[platform], release.sha256?.[platform]]
    if (size !== undefined && sha256 !== undefined) await requireStoredObject(bucket, latest, size, sha256)
  }
  await bucket.writeRelease(CURRENT_VERSION_FILE, release)
}
