import type { FileHandle } from 'node:fs/promises'
import { readBytes } from './read-bytes.ts'

/**
 * What a Windows program states about itself. `hasAuthenticode` tells that it contains a signature, not that the signature is valid.
 * `version` is its ProductVersion of four numbers, or null when it has none.
 */
export type ProgramFacts = { machine: number; hasAuthenticode: boolean; version: string | null }

/** The offsets of the PE format (Microsoft, "PE Format"), from the begin of the PE header. */
const OPTIONAL_HEADER = 24
const DIRECTORIES: Record<number, number> = { 0x10b: 96, 0x20b: 112 } // by the magic number of PE32 and PE32+
const RESOURCE_DIRECTORY = 2
const CERTIFICATE_DIRECTORY = 4

const RT_VERSION = 16
const PKCS_SIGNED_DATA = 2
const MOST_SECTIONS = 96
const MOST_VERSION_BYTES = 65_536

/** The signature of VS_FIXEDFILEINFO, whose sixth and fifth numbers are the lower and upper half of ProductVersion. */
const FIXED_FILE_INFO = Buffer.from([0xbd, 0x04, 0xef, 0xfe])

/** Reads the headers of a Windows program. Returns null when the file does not begin with MZ and has no PE header. */
export async function readProgram(file: FileHandle, size: number): Promise<ProgramFacts | null> {
  const head = await readBytes(file, 0, 64)
  if (head.toString('latin1', 0, 2) !== 'MZ') return null
  const at = head.readUInt32LE(60) // the offset of the PE header
  if (at + OPTIONAL_HEADER > size) return null
  const header = await readBytes(file, at, OPTIONAL_HEADER + 256)
  if (header.toString('latin1', 0, 4) !== 'PE\0\0') return null
  return {
    machine: header.readUInt16LE(4),
    hasAuthenticode: await hasAuthenticode(file, size, header),
    version: await readVersion(file, at, header),
  }
}

/** Returns position and size of a data directory; both are 0 when the program does not have it. */
function readDirectory(header: Buffer, index: number): { position: number; length: number } {
  const start = DIRECTORIES[header.readUInt16LE(OPTIONAL_HEADER)]
  if (start === undefined) return { position: 0, length: 0 }
  const at = OPTIONAL_HEADER + start + index * 8
  return { position: header.readUInt32LE(at), length: header.readUInt32LE(at + 4) }
}

/** The certificate table is the one directory that names a position in the file; its entries begin with length, revision and type. */
async function hasAuthenticode(file: FileHandle, size: number, header: Buffer): Promise<boolean> {
  const { position, length } = readDirectory(header, CERTIFICATE_DIRECTORY)
  if (position === 0 || length <= 8 || position + length > size) return false
  return (await readBytes(file, position, 8)).readUInt16LE(6) === PKCS_SIGNED_DATA
}

async function readVersion(file: FileHandle, headerAt: number, header: Buffer): Promise<string | null> {
  const { position, length } = readDirectory(header, RESOURCE_DIRECTORY)
  if (position === 0 || length === 0) return null
  const count = Math.min(header.readUInt16LE(6), MOST_SECTIONS)
  const sections = await readBytes(file, headerAt + OPTIONAL_HEADER + header.readUInt16LE(20), count * 40)
  const locate = (address: number): number | null => {
    for (let at = 0; at < sections.length; at += 40) {
      const offset = address - sections.readUInt32LE(at + 12)
      if (offset >= 0 && offset < sections.readUInt32LE(at + 16)) return sections.readUInt32LE(at + 20) + offset
    }
    return null
  }
  const root = locate(position)
  if (root === null) return null
  const entry = await findVersionResource(file, root)
  const at = entry === null ? null : locate(entry.address)
  if (entry === null || at === null) return null
  const info = await readBytes(file, at, Math.min(entry.length, MOST_VERSION_BYTES))
  const fixed = info.indexOf(FIXED_FILE_INFO)
  if (fixed === -1 || fixed + 24 > info.length) return null
  const [high, low] = [info.readUInt32LE(fixed + 16), info.readUInt32LE(fixed + 20)]
  const numbers = [high >>> 16, high & 0xffff, low >>> 16, low & 0xffff]
  return numbers.every((number) => number === 0) ? null : numbers.join('.')
}

/** The resource tree has three levels: type, name and language. Only the type is chosen; a program has one version resource. */
async function findVersionResource(
  file: FileHandle,
  root: number,
): Promise<{ address: number; length: number } | null> {
  const byType = await findEntry(file, root, (id) => id === RT_VERSION)
  const byName = byType === null ? null : await findEntry(file, root + byType, () => true)
  const leaf = byName === null ? null : await findEntry(file, root + byName, () => true)
  if (leaf === null) return null
  const data = await readBytes(file, root + leaf, 8)
  return { address: data.readUInt32LE(0), length: data.readUInt32LE(4) }
}

/** Returns the offset, from the root, of the first fitting entry of a level of the resource tree. */
async function findEntry(file: FileHandle, at: number, fits: (id: number) => boolean): Promise<number | null> {
  const counts = await readBytes(file, at + 12, 4)
  const count = counts.readUInt16LE(0) + counts.readUInt16LE(2) // entries with names, then entries with ids
  const entries = await readBytes(file, at + 16, count * 8)
  for (let entry = 0; entry < entries.length; entry += 8) {
    // The highest bit marks an entry that leads to another level.
    if (fits(entries.readUInt32LE(entry))) return entries.readUInt32LE(entry + 4) & 0x7fffffff
  }
  return null
}
