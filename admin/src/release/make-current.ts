import { getFallbackInstallerPaths, INSTALLER_PLATFORMS, type Release } from '@site/contract/release'
import { type DownloadsBucket, requireStoredObject } from './bucket.ts'
import { CURRENT_VERSION_FILE } from './releases.ts'
import { findRemoteLink, requireRemoteSize } from './remote-installers.ts'

/**
 * Makes a stored release the current one: copies its files to latest/ and writes latest/version.json last. Until then the previous
 * version.json links to the previous release's own folder, so no visitor downloads a file that does not match its checksum. Installers on
 * another host are checked instead of copied, and the files of the previous release are deleted from latest/ at the end, so that the page's
 * fallback links never lead to a version that was rolled back, or to the sample.
 */
export async function makeReleaseCurrent(
  bucket: DownloadsBucket,
  productName: string,
  version: string,
  release: Release,
): Promise<void> {
  const names = getFallbackInstallerPaths(productName)
  const outdated: string[] = []
  for (const platform of INSTALLER_PLATFORMS) {
    const latest = names[platform]
    const [size, sha256] = [release.size?.[platform], release.sha256?.[platform]]
    const remote = findRemoteLink(release, platform)
    if (remote !== null) {
      if (size !== undefined) await requireRemoteSize(remote, size)
      outdated.push(latest)
      continue
    }
    await bucket.copy(latest.replace('latest/', `${version}/`), latest)
    if (size !== undefined && sha256 !== undefined) await requireStoredObject(bucket, latest, size, sha256)
  }
  await bucket.writeRelease(CURRENT_VERSION_FILE, release)
  if (outdated.length > 0) await bucket.remove(outdated)
}
