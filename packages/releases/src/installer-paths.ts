import { CHANNEL_FOLDERS } from './channels.ts'
import type { InstallerPlatform } from './release.ts'

/** The paths of the stable channel's installers in the bucket: `latest/App-intel.dmg`. */
export type InstallerPaths = Readonly<Record<InstallerPlatform, string>>

/** Returns the name of an installer, which it has in the folders of all channels and in that of its release. */
export function getInstallerName(paths: InstallerPaths, platform: InstallerPlatform): string {
  return paths[platform].replace(`${CHANNEL_FOLDERS.stable}/`, '')
}
