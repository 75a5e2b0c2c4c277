import type { InstallerPlatform } from '@site/releases/release'
import type { DownloadFile } from '../../backend/release.ts'
import { oldestSystems } from '../../content/oldest-systems.ts'
import { formatFileSize } from './file-size.ts'

type PlatformWords = { name: string; short: string; processor: string; extension: string }

/** The platforms as the page calls them. A button says 'Download for' and the short name. */
export const platformWords = {
  'windows-x64': {
    name: 'Windows',
    short: 'Windows',
    processor: 'Intel or AMD processor (x64)',
    extension: '.exe',
  },
  'macos-silicon': {
    name: 'Mac with Apple Silicon',
    short: 'Apple Silicon',
    processor: 'M1 or later: most since late 2020',
    extension: '.dmg',
  },
  'macos-intel': {
    name: 'Mac with Intel',
    short: 'Intel Mac',
    processor: 'Intel processor',
    extension: '.dmg',
  },
} as const satisfies Record<InstallerPlatform, PlatformWords>

/** Returns the oldest system that a file runs on, or null when none is stated: 'Windows 10 or later'. */
export function describeSystem(platform: InstallerPlatform, { minOS }: DownloadFile): string | null {
  const oldest = minOS ?? oldestSystems[platform]
  return oldest === null ? null : `${oldest} or later`
}

/** The size from which it is said, in bytes: what is smaller is a placeholder and no installer. */
const STATED_FROM = 1e6

/** Returns the size of a file, or null when it is not known or not worth saying: '86 MB'. */
export function describeSize({ size }: DownloadFile): string | null {
  return size === undefined || size < STATED_FROM ? null : formatFileSize(size)
}

/** Returns the facts about a file that its card lists: '.exe · 86 MB · Windows 10 or later'. */
export function describeFile(platform: InstallerPlatform, file: DownloadFile): string {
  const facts = [platformWords[platform].extension, describeSize(file), describeSystem(platform, file)]
  return facts.filter((fact) => fact !== null).join(' · ')
}
