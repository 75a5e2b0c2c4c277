import { ARCHIVE_KINDS, type ArchiveOption } from '@site/releases/inspect-updates'
import type { InstallerPlatform } from '@site/releases/release'
import { RELEASE_VERSION_PATTERN } from '@site/releases/release-version'
import { CommandFailure } from '../failures.ts'
import { parseMoment } from '../parse-moment.ts'
import { CHANNEL_OPTION } from './destination.ts'
import { PASSPHRASE_OPTION } from './key/passphrase.ts'
import { REMOTE_INSTALLER_OPTIONS } from './remote-installers.ts'

/** The limits of the share of devices to which updaters offer a release. */
export const PERCENT_LIMITS = { least: 1, most: 100 } as const

const file = (what: string) => ({ type: 'string', value: 'FILE', help: what }) as const

/** The options of `release publish`. */
export const PUBLISH_OPTIONS = {
  version: { type: 'string', value: 'VERSION', help: 'such as 1.4.0 (required)' },
  windows: file('the Windows installer, .exe for x64 (required)'),
  'mac-intel': file('the disk image for Intel Macs, .dmg (required)'),
  'mac-silicon': file('the disk image for Apple Silicon, .dmg (required)'),
  key: file('the secret key that signs the release (release key create)'),
  ...PASSPHRASE_OPTION,
  unsigned: {
    type: 'boolean',
    help: 'publish without a signature after signed releases, on a site that no longer has a release key',
  },
  ...CHANNEL_OPTION,
  staged: {
    type: 'number',
    value: 'PERCENT',
    ...PERCENT_LIMITS,
    otherwise: 100,
    help: 'offer the update to this share of the devices first (100)',
  },
  date: { type: 'string', value: 'DAY', help: 'the release date on the page (today)' },
  notes: { type: 'string', value: 'TEXT', help: 'what is new' },
  'min-windows': {
    type: 'string',
    value: 'TEXT',
    help: 'the oldest Windows it runs on (the same as the last release)',
  },
  'min-macos': { type: 'string', value: 'TEXT', help: 'the oldest macOS it runs on (the same as the last release)' },
  'mac-intel-zip': file('the app for Intel Macs as .zip, for updates of Electron apps'),
  'mac-silicon-zip': file('the app for Apple Silicon as .zip, for updates of Electron apps'),
  'allow-32-bit-installer': {
    type: 'boolean',
    help: 'take a 32-bit setup program that installs an x64 app (NSIS, Inno)',
  },
  'allow-other-version': { type: 'boolean', help: 'accept a program whose own version differs from --version' },
  ...REMOTE_INSTALLER_OPTIONS,
  check: { type: 'boolean', help: 'only check the files' },
  preview: {
    type: 'boolean',
    help: 'check the files, the key and the version, and show what would be published, without uploading anything',
  },
} as const

/** The options that say how the files to publish are checked, and which archives there are. */
export type PublishOptions = Record<'version' | ArchiveOption, string | undefined> &
  Record<'allow-32-bit-installer' | 'allow-other-version', boolean>

/** Parses `--version`. Throws a `usage` CommandFailure when it is missing or not a version. */
export function parseVersion(text: string | undefined): string {
  if (text !== undefined && RELEASE_VERSION_PATTERN.test(text)) return text
  throw new CommandFailure(
    'usage',
    text === undefined ? '--version is missing.' : `--version is one such as 1.4.0, and "${text}" is not.`,
  )
}

/** Parses `--date`, which is today when it is left out. Throws a `usage` CommandFailure for anything but a day. */
export function parseDay(text: string | undefined): string {
  const day = text ?? new Date().toISOString().slice(0, 10)
  if (day.length === 10 && parseMoment(day) !== null) return day
  throw new CommandFailure('usage', `--date is a day such as 2026-03-05, and "${day}" is not.`)
}

/** Returns the field `staged` of a release for a percentage of devices: undefined for 100, which is not a staged release. */
export function toStaged(percent: number): number | undefined {
  return percent === 100 ? undefined : percent
}

/** Returns the paths of the three installers. Throws a `usage` CommandFailure when one is missing. */
export function requireInstallerPaths(
  options: Record<'windows' | 'mac-intel' | 'mac-silicon', string | undefined>,
): Record<InstallerPlatform, string> {
  const path = (name: keyof typeof options) => {
    const given = options[name]
    if (given === undefined) throw new CommandFailure('usage', `--${name} is missing.`)
    return given
  }
  return { 'windows-x64': path('windows'), 'macos-intel': path('mac-intel'), 'macos-silicon': path('mac-silicon') }
}

/** Returns the options that name an archive, with their paths. */
export function listArchivePaths(
  options: Record<ArchiveOption, string | undefined>,
): { option: ArchiveOption; path: string }[] {
  const names = Object.keys(ARCHIVE_KINDS) as ArchiveOption[]
  return names.flatMap((option) => {
    const path = options[option]
    return path === undefined ? [] : [{ option, path }]
  })
}
