import type { PreparedFile } from './prepare-files.ts'
import { INSTALLER_PLATFORMS, type InstallerPlatform, type Release, type ReleaseChannel } from './release.ts'

/** What an operator states about a new release. Minimum systems that are left out are the same as in the release before. */
export type ReleaseFacts = {
  version: string
  date: string
  channel: ReleaseChannel
  notes: string | undefined
  minOS: { windows: string | undefined; macos: string | undefined }
  staged: number | undefined
}

/**
 * Builds the version.json of a release, without its signature. The links to uploaded files are relative, so they are valid in the folders
 * of the channels and in the release's own.
 */
export function createVersionFile(
  { version, date, channel, notes, minOS, staged }: ReleaseFacts,
  files: readonly PreparedFile[],
  before: Release | null,
): Release & { channel: ReleaseChannel } {
  const installers = files.filter(({ role }) => role === 'installer')
  const each = <T>(value: (file: PreparedFile) => T): Partial<Record<InstallerPlatform, T>> =>
    Object.fromEntries(installers.map((file) => [file.platform, value(file)]))
  const oldest = (platform: InstallerPlatform) =>
    (platform === 'windows-x64' ? minOS.windows : minOS.macos) ?? before?.minOS?.[platform]
  const known = INSTALLER_PLATFORMS.flatMap((platform): [InstallerPlatform, string][] => {
    const text = oldest(platform)
    return text === undefined ? [] : [[platform, text]]
  })
  const systems: Partial<Record<InstallerPlatform, string>> = Object.fromEntries(known)
  return {
    version,
    releaseDate: date,
    channel,
    downloads: each(({ name, url }) => url ?? `../${version}/${name}`),
    size: each(({ size }) => size),
    sha256: each(({ sha256 }) => sha256),
    ...(known.length === 0 ? {} : { minOS: systems }),
    ...(notes === undefined ? {} : { notes }),
    ...(staged === undefined ? {} : { staged }),
  }
}
