import { type FileHandle, open } from 'node:fs/promises'
import { basename } from 'node:path'
import { ReleaseFailure } from './failure.ts'
import { type FileHashes, hashFile } from './hash-file.ts'
import { readDiskImage } from './inspect-image.ts'
import { readProgram } from './inspect-program.ts'
import { INSTALLER_PLATFORMS, type InstallerPlatform } from './release.ts'
import type { ReleaseManifestFile } from './release-manifest.ts'
import { compareReleaseVersions } from './release-version.ts'
import type { Report } from './report.ts'

/**
 * What was found in a file: the processors that its program is made for, the version that the program states, and whether its maker signed
 * it. The signature is not verified. Processors and version are null for a disk image, because its content is not read. The version is also
 * null when the program states none.
 */
export type FoundInFile = {
  madeFor: string | null
  statedVersion: string | null
  makerSignature: ReleaseManifestFile['makerSignature']
}

/** A validated installer file. */
export type Installer = FileHashes &
  FoundInFile & {
    platform: InstallerPlatform
    path: string
    size: number
  }

const MB = 1_000_000
const LEAST_BYTES = MB
const MOST_BYTES = 5 * 1024 ** 3 // the maximum file size of the storage service

const MACHINES: Record<number, string> = { 0x8664: 'x64', 0x14c: '32-bit x86', 0xaa64: 'ARM64' }

export type InstallerInspectionOptions = {
  /**
   * Whether a 32-bit Windows program is accepted. Installers made with NSIS or Inno Setup are 32-bit programs even when they contain an x64
   * app.
   */
  allow32BitInstaller: boolean
  /** The version that a Windows program must state, if it states one. Null accepts any. */
  version: string | null
}

/**
 * Inspects and hashes the three installers: checks for plausible sizes, a Windows program for x64 of the right version, and two different
 * disk images. Throws one ReleaseFailure that lists all problems.
 */
export async function inspectInstallers(
  files: Readonly<Record<InstallerPlatform, string>>,
  options: InstallerInspectionOptions,
  report: Report,
): Promise<Installer[]> {
  const found: Installer[] = []
  const complaints: string[] = []
  for (const platform of INSTALLER_PLATFORMS) {
    const path = files[platform]
    await using file = await open(path, 'r').catch((cause: unknown) => {
      complaints.push(report.createFileFailure(path, cause).message)
      return null
    })
    if (file === null) continue
    const stat = await file.stat()
    const facts = stat.isFile()
      ? await inspect(file, stat.size, platform, options, report)
      : 'it is a folder, not a file'
    if (typeof facts === 'string') complaints.push(`${path}: ${facts}`)
    else {
      const hashes = await hashFile(file, report.progress(`Checking ${basename(path)}`, stat.size))
      found.push({ platform, path, size: stat.size, ...facts, ...hashes })
    }
  }
  const hashes = found.filter(({ platform }) => platform !== 'windows-x64').map(({ sha256 }) => sha256)
  if (hashes.length === 2 && hashes[0] === hashes[1]) {
    complaints.push('The two Mac files are the same file: one is for Intel, the other for Apple Silicon.')
  }
  if (complaints.length > 0)
    throw new ReleaseFailure('bad_release', complaints.join('\n'), { hint: 'Nothing was uploaded.' })
  return found
}

/** Returns what the file contains, or a complaint. */
async function inspect(
  file: FileHandle,
  size: number,
  platform: InstallerPlatform,
  options: InstallerInspectionOptions,
  { formatSize }: Report,
): Promise<FoundInFile | string> {
  if (size < LEAST_BYTES) return `it has only ${formatSize(size)}; an installer has at least ${formatSize(LEAST_BYTES)}`
  if (size > MOST_BYTES) return `it has ${formatSize(size)}; the storage takes at most ${formatSize(MOST_BYTES)}`
  return platform === 'windows-x64' ? inspectProgram(file, size, options) : inspectImage(file, size)
}

async function inspectProgram(file: FileHandle, size: number, options: InstallerInspectionOptions) {
  const program = await readProgram(file, size)
  if (program === null) return 'it is not a Windows program (it does not begin with MZ, or has no PE header)'
  const { machine, hasAuthenticode, version } = program
  const made = MACHINES[machine] ?? `machine 0x${machine.toString(16)}`
  if (machine === 0x14c && !options.allow32BitInstaller) {
    return `it is made for ${made}. If only the installer is 32-bit (as with NSIS and Inno Setup) and the app inside is x64, add --allow-32-bit-installer`
  }
  if (machine !== 0x14c && machine !== 0x8664) return `it is made for ${made}, and the page offers it for x64`
  const [wanted] = options.version?.split('-') ?? []
  if (version !== null && wanted !== undefined && compareReleaseVersions(version, wanted) !== 0) {
    return `it says that its version is ${version}, and --version is ${options.version}. If that is right, add --allow-other-version`
  }
  const makerSignature = hasAuthenticode ? ('authenticode' as const) : ('none' as const)
  return { madeFor: made, statedVersion: version, makerSignature }
}

async function inspectImage(file: FileHandle, size: number) {
  const image = await readDiskImage(file, size)
  if (image === null) return 'it is not a Mac disk image, or it was cut off (it does not end like a .dmg)'
  const makerSignature = image.hasAppleSignature ? ('apple' as const) : ('none' as const)
  return { madeFor: null, statedVersion: null, makerSignature }
}
