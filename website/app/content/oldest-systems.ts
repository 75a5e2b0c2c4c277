import type { InstallerPlatform } from '@site/releases/release'

/**
 * The oldest system that the app runs on, by platform, as the download page states it. A release can name another one (`minOS` of
 * version.json). Null: the page states none.
 */
export const oldestSystems: Readonly<Record<InstallerPlatform, string | null>> = {
  'windows-x64': 'Windows 10',
  'macos-silicon': null,
  'macos-intel': null,
}
