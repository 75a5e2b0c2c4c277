import type { InstallerPlatform } from '@site/releases/release'
import type { ReleaseManifest, ReleaseManifestFile } from '@site/releases/release-manifest'
import { compareReleaseVersions } from '@site/releases/release-version'

/**
 * A release that files are compared with. `keyId` is the key whose signature of the manifest is valid; null when the browser cannot verify
 * signatures.
 */
export type KnownRelease = { manifest: ReleaseManifest; keyId: string | null }

/** The release that the page offers, and all releases that it knows, this one included. */
export type KnownReleases = { current: KnownRelease; all: readonly KnownRelease[] }

/** What is known about a picked file. `beginning` holds its first bytes. */
export type PickedFile = { name: string; size: number; sha256: string; beginning: Uint8Array }

/** The release and the file of a manifest that have the hash of the picked file. */
export type Match = { release: KnownRelease; file: ReleaseManifestFile }

/** Kinds of files that nobody can mistake for an installer. */
export type OrdinaryKind = 'photo' | 'video' | 'music' | 'text'

/**
 * What a picked file is. `older` and `not offered` are signed files of a version that the page does not offer; `not offered` has a higher
 * version: it was withdrawn, or is of the beta channel. `incomplete`: the file is called like an installer of the current release, and is
 * `missing` bytes smaller. Nothing is known about its content. `ordinary`: its name and its beginning are those of a file that runs no code.
 */
export type Verdict =
  | ({ kind: 'genuine' | 'older' | 'not offered' | 'other computer' } & Match)
  | { kind: 'incomplete'; missing: number; size: number }
  | { kind: 'ordinary'; what: OrdinaryKind }
  | { kind: 'not ours'; oldest: string }

/** Returns what a file is. `suits` lists the platforms of the visitor's computer; empty when it is unknown. */
export function judgeFile(
  picked: PickedFile,
  { current, all }: KnownReleases,
  suits: readonly InstallerPlatform[],
): Verdict {
  const match = findMatch(picked, [current, ...all])
  if (match) return { kind: classifyMatch(match, current, suits), ...match }
  const intended = findIntendedFile(picked, current.manifest, suits)
  if (intended) return { kind: 'incomplete', missing: intended.size - picked.size, size: intended.size }
  const what = findOrdinaryKind(picked)
  return what ? { kind: 'ordinary', what } : { kind: 'not ours', oldest: findOldestVersion([current, ...all]) }
}

const ORDINARY: Readonly<Record<OrdinaryKind, RegExp>> = {
  photo: /\.(jpe?g|png|gif|webp|heic|heif|avif|tiff?|bmp|dng|cr[23]|nef|arw|raf|orf|rw2)$/i,
  video: /\.(mp4|mov|m4v|avi|mkv|webm)$/i,
  music: /\.(mp3|m4a|wav|aac|flac|ogg)$/i,
  text: /\.(txt|md|csv|pdf)$/i,
}

/** Returns what an ordinary file is, by its name; null for any other file, and for a program that is called like an ordinary one. */
export function findOrdinaryKind({ name, beginning }: Pick<PickedFile, 'name' | 'beginning'>): OrdinaryKind | null {
  if (isWindowsProgram(beginning)) return null
  const kinds: readonly OrdinaryKind[] = ['photo', 'video', 'music', 'text']
  return kinds.find((kind) => ORDINARY[kind].test(name)) ?? null
}

function findMatch({ size, sha256 }: PickedFile, releases: readonly KnownRelease[]): Match | null {
  for (const release of releases) {
    const file = release.manifest.files.find((each) => each.sha256 === sha256 && each.size === size)
    if (file) return { release, file }
  }
  return null
}

function classifyMatch({ release, file }: Match, current: KnownRelease, suits: readonly InstallerPlatform[]) {
  if (suits.length > 0 && !suits.includes(file.platform)) return 'other computer'
  const order = compareReleaseVersions(release.manifest.version, current.manifest.version)
  if (order === 0) return 'genuine'
  return order < 0 ? 'older' : 'not offered'
}

/** Suffixes of browsers' unfinished downloads, and the number that browsers add to the name of a second download. */
const UNFINISHED = /\.(crdownload|part|partial|download|opdownload)$/i
const NUMBERED = / ?\(\d+\)(?=\.\w+$|$)/

/** Returns the installer that a smaller file is probably the beginning of, by its name; an unfinished download also by its first bytes. */
function findIntendedFile(
  { name, size, beginning }: PickedFile,
  { files }: ReleaseManifest,
  suits: readonly InstallerPlatform[],
): ReleaseManifestFile | undefined {
  const plain = name.replace(UNFINISHED, '').replace(NUMBERED, '').toLowerCase()
  const larger = files.filter((file) => file.size > size)
  const named = larger.find((file) => file.name.toLowerCase() === plain)
  if (named || !UNFINISHED.test(name)) return named
  return larger.find(
    ({ role, platform }) =>
      role === 'installer' &&
      (suits.length === 0 || suits.includes(platform)) &&
      isWindowsProgram(beginning) === (platform === 'windows-x64'),
  )
}

/** Returns whether bytes begin like a Windows program: with `MZ`. A disk image of a Mac has no such beginning. */
function isWindowsProgram(beginning: Uint8Array): boolean {
  return beginning[0] === 0x4d && beginning[1] === 0x5a
}

function findOldestVersion(releases: readonly KnownRelease[]): string {
  const versions = releases.map(({ manifest }) => manifest.version)
  return versions.sort(compareReleaseVersions)[0] ?? ''
}
