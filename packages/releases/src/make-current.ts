import { type DownloadsBucket, requireStoredObject } from './bucket.ts'
import { CHANNEL_FOLDERS, getChannelVersionFile } from './channels.ts'
import { createElectronFeed, ELECTRON_FEED_NAMES } from './electron-feeds.ts'
import { getInstallerName, type InstallerPaths } from './installer-paths.ts'
import { INSTALLER_PLATFORMS, type Release, type ReleaseChannel } from './release.ts'
import { RELEASE_MANIFEST_FILE_NAME, type ReleaseManifest } from './release-manifest.ts'
import { findRemoteLink, requireRemoteSize } from './remote-files.ts'

/** Where a release becomes current: the bucket, the paths of the installers in it, and the channel. */
export type ReleaseDestination = { bucket: DownloadsBucket; installerPaths: InstallerPaths; channel: ReleaseChannel }

/**
 * Makes a stored release the current one of a channel: copies its installers to the channel's folder and writes the files that point to it.
 * Until then the previous files link to the previous release's own folder, so no visitor downloads a file that does not match its checksum.
 * Installers on another host are checked instead of copied, and the files of the previous release are deleted from the channel's folder at
 * the end, so that the page's fallback links never lead to a version that was rolled back, or to the sample. `manifest` is null for an
 * unsigned release.
 */
export async function makeReleaseCurrent(
  destination: ReleaseDestination,
  release: Release,
  manifest: ReleaseManifest | null,
): Promise<void> {
  const { bucket, installerPaths, channel } = destination
  const folder = CHANNEL_FOLDERS[channel]
  const outdated: string[] = []
  for (const platform of INSTALLER_PLATFORMS) {
    const name = getInstallerName(installerPaths, platform)
    const [size, sha256] = [release.size?.[platform], release.sha256?.[platform]]
    const remote = findRemoteLink(release, platform)
    if (remote !== null) {
      if (size !== undefined) await requireRemoteSize(remote, size)
      outdated.push(`${folder}/${name}`)
      continue
    }
    await bucket.copy(`${release.version}/${name}`, `${folder}/${name}`)
    if (size !== undefined && sha256 !== undefined) await requireStoredObject(bucket, `${folder}/${name}`, size, sha256)
  }
  await writeChannelPointers(destination, release, manifest)
  if (outdated.length > 0) await bucket.remove(outdated)
}

/**
 * Writes the files by which apps and the download page find a release: the feeds of electron-updater, the signed manifest, and version.json
 * last. Each is replaced in one request and describes one release completely, so a reader never sees parts of two releases, also when this
 * is interrupted between two files.
 */
export async function writeChannelPointers(
  { bucket, channel }: ReleaseDestination,
  release: Release,
  manifest: ReleaseManifest | null,
): Promise<void> {
  const folder = CHANNEL_FOLDERS[channel]
  const { manifest: text, signature } = release
  if (manifest === null || text === undefined || signature === undefined) {
    // The feeds need the hashes of a manifest. Those of the release before would offer that release.
    const names = [...ELECTRON_FEED_NAMES, RELEASE_MANIFEST_FILE_NAME, `${RELEASE_MANIFEST_FILE_NAME}.minisig`]
    await bucket.remove(names.map((name) => `${folder}/${name}`))
  } else {
    await bucket.writeText(`${folder}/${RELEASE_MANIFEST_FILE_NAME}`, text, 'application/json')
    await bucket.writeText(`${folder}/${RELEASE_MANIFEST_FILE_NAME}.minisig`, signature, 'text/plain')
    for (const name of ELECTRON_FEED_NAMES) {
      const feed = createElectronFeed(name, { manifest, release, signature })
      await bucket.writeText(`${folder}/${name}`, feed, 'text/yaml')
    }
  }
  await bucket.writeRelease(getChannelVersionFile(channel), release)
}
