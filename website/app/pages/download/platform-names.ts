import type { InstallerPlatform } from '@site/releases/release'

/** The platforms as the page calls them. */
export const platformNames = {
  'windows-x64': 'Windows',
  'macos-silicon': 'Mac with Apple Silicon',
  'macos-intel': 'Mac with Intel',
} as const satisfies Record<InstallerPlatform, string>
