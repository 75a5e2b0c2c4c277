import { posix } from 'node:path'
import type { StartedDownload } from '@site/backend/application'
import { findVersionFolder } from './cache-control.ts'

/** The platforms that downloads are counted by: those of the releases, and `other` for installers with names of their own. */
export const COUNTED_PLATFORMS = ['windows-x64', 'macos-intel', 'macos-silicon', 'other'] as const

/** A platform that downloads are counted by: one of `COUNTED_PLATFORMS`. */
export type CountedPlatform = (typeof COUNTED_PLATFORMS)[number]

/** A download to count. `version` is null when the object's name has no version; that of the `version.json` in `folder` then applies. */
export type CountedDownload = { platform: CountedPlatform; version: string | null; folder: string }

/**
 * The ends of the installers' names (`getFallbackInstallerPaths`). The product's name before them is not compared, so that files from
 * before a renaming are counted.
 */
const PLATFORM_BY_END: readonly [end: string, platform: CountedPlatform][] = [
  ['-Setup-x64.exe', 'windows-x64'],
  ['-intel.dmg', 'macos-intel'],
  ['-arm64.dmg', 'macos-silicon'],
]

const INSTALLER = /\.(exe|msi|msix|dmg|pkg|appimage|deb|rpm)$/i
const VERSION_MAX = 100

/** The user agent of electron-updater, unless an app changes it. */
const ELECTRON_UPDATER = 'electron-builder'

/**
 * Returns what to count for a download that has begun. Returns null for a file that is no installer of the product, for a range that
 * electron-updater asks for (it downloads the changed blocks of a file, in one or several requests, and the whole file when that fails), and
 * for a request with `DNT: 1` or `Sec-GPC: 1`, whose sender does not want to be counted.
 */
export function describeCountedDownload(
  { bucket_id, name, headers }: StartedDownload,
  downloadsBucket: string,
): CountedDownload | null {
  if (bucket_id !== downloadsBucket || !INSTALLER.test(name)) return null
  if (headers.range !== undefined && headers['user-agent'] === ELECTRON_UPDATER) return null
  if (headers['dnt'] === '1' || headers['sec-gpc'] === '1') return null
  const platform = PLATFORM_BY_END.find(([end]) => name.endsWith(end))?.[1] ?? 'other'
  return { platform, version: findVersionFolder(name)?.slice(0, VERSION_MAX) ?? null, folder: posix.dirname(name) }
}
