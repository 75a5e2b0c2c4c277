import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { INSTALLER_PLATFORMS, type InstallerPlatform } from '@site/contract/release'
import { CommandFailure, createFileFailure } from '../failures.ts'
import { formatSize } from '../view/text.ts'

/** A validated installer file. */
export type Installer = { platform: InstallerPlatform; path: string; size: number; sha256: string }

const MB = 1_000_000
const LEAST_BYTES = MB
const MOST_BYTES = 5 * 1024 ** 3 // the maximum file size of the storage service

const MACHINES: Record<number, string> = { 0x8664: 'x64', 0x14c: '32-bit x86', 0xaa64: 'ARM64' }
const DMG_TRAILER_BYTES = 512

export type InstallerInspectionOptions = {
  /**
   * Whether a 32-bit Windows program is accepted. Installers made with NSIS or Inno Setup are 32-bit programs even when they contain an x64
   * app.
   */
  allow32BitInstaller: boolean
}

/**
 * Inspects and hashes the three installers: checks for plausible sizes, a Windows program for x64, and two different disk images. Throws
 * one CommandFailure that lists all problems. Calls `advance` with the number of bytes read.
 */
export async function inspectInstallers(
  files: Readonly<Record<InstallerPlatform, string>>,
  options: InstallerInspectionOptions,
  advance: (bytes: number) => void,
): Promise<Installer[]> {
  const found: Installer[] = []
  const complaints: string[] = []
  for (const platform of INSTALLER_PLATFORMS) {
    const path = files[platform]
    await using file = await open(path, 'r').catch((cause: unknown) => {
      complaints.push(createFileFailure(path, cause).message)
      return null
    })
    if (file === null) continue
    const stat = await file.stat()
    const { size } = stat
    const complaint = stat.isFile() ? await complaintAbout(file, size, platform, options) : 'it is a folder, not a file'
    if (complaint !== null) complaints.push(`${path}: ${complaint}`)
    else found.push({ platform, path, size, sha256: await hashOf(file, advance) })
  }
  const hashes = found.filter(({ platform }) => platform !== 'windows-x64').map(({ sha256 }) => sha256)
  if (hashes.length === 2 && hashes[0] === hashes[1]) {
    complaints.push('The two Mac files are the same file: one is for Intel, the other for Apple Silicon.')
  }
  if (complaints.length > 0)
    throw new CommandFailure('bad_release', complaints.join('\n'), { hint: 'Nothing was uploaded.' })
  return found
}

async function complaintAbout(
  file: FileHandle,
  size: number,
  platform: InstallerPlatform,
  options: InstallerInspectionOptions,
): Promise<string | null> {
  if (size < LEAST_BYTES) return `it has only ${formatSize(size)}; an installer has at least ${formatSize(LEAST_BYTES)}`
  if (size > MOST_BYTES) return `it has ${formatSize(size)}; the storage takes at most ${formatSize(MOST_BYTES)}`
  return platform === 'windows-x64' ? complaintAboutProgram(file, size, options) : complaintAboutImage(file, size)
}

/** A Windows program begins with MZ; the offset at byte 60 leads to the PE header, which contains the machine type (PE format, 2.1). */
async function complaintAboutProgram(
  file: FileHandle,
  size: number,
  options: InstallerInspectionOptions,
): Promise<string | null> {
  const head = await bytesAt(file, 0, 64)
  if (head.toString('latin1', 0, 2) !== 'MZ') return 'it is not a Windows program (it does not begin with MZ)'
  const at = head.readUInt32LE(60)
  const header = at + 6 <= size ? await bytesAt(file, at, 6) : Buffer.alloc(6)
  if (header.toString('latin1', 0, 4) !== 'PE\0\0') return 'it is not a Windows program (it has no PE header)'
  const machine = header.readUInt16LE(4)
  if (machine === 0x8664 || (machine === 0x14c && options.allow32BitInstaller)) return null
  const made = MACHINES[machine] ?? `machine 0x${machine.toString(16)}`
  return machine === 0x14c
    ? `it is made for ${made}. If only the installer is 32-bit (as with NSIS and Inno Setup) and the app inside is x64, add --allow-32-bit-installer`
    : `it is made for ${made}, and the page offers it for x64`
}

/** A UDIF disk image ends with a 512-byte trailer that begins with "koly", its version and its own length. */
async function complaintAboutImage(file: FileHandle, size: number): Promise<string | null> {
  const trailer = await bytesAt(file, size - DMG_TRAILER_BYTES, DMG_TRAILER_BYTES)
  const isImage = trailer.toString('latin1', 0, 4) === 'koly' && trailer.readUInt32BE(8) === DMG_TRAILER_BYTES
  return isImage ? null : 'it is not a Mac disk image, or it was cut off (it does not end like a .dmg)'
}

async function bytesAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length)
  await file.read(bytes, 0, length, position)
  return bytes
}

async function hashOf(file: FileHandle, advance: (bytes: number) => void): Promise<string> {
  const hash = createHash('sha256')
  const chunks: AsyncIterable<Buffer> = file.createReadStream({ start: 0, autoClose: false, highWaterMark: 1 << 20 })
  for await (const chunk of chunks) {
    hash.update(chunk)
    advance(chunk.length)
  }
  return hash.digest('hex')
}
