import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const BYTES = 1_100_000

/** Returns a file with the PE header of a Windows program. The default machine type is x64. */
export function createWindowsExecutable({ machine = 0x8664 } = {}): Buffer {
  const bytes = randomBytes(BYTES)
  bytes.write('MZ', 0, 'latin1')
  bytes.writeUInt32LE(0x80, 60)
  bytes.write('PE\0\0', 0x80, 'latin1')
  bytes.writeUInt16LE(machine, 0x84)
  return bytes
}

/** Returns a file with the trailer of a Mac disk image (UDIF). */
export function createDiskImage(): Buffer {
  const bytes = randomBytes(BYTES)
  bytes.write('koly', BYTES - 512, 'latin1')
  bytes.writeUInt32BE(4, BYTES - 508)
  bytes.writeUInt32BE(512, BYTES - 504)
  return bytes
}

/** Writes three valid installers and returns their contents, their paths and the CLI options with them. */
export async function writeTestInstallers(folder: string, mark: string) {
  const bytes = { windows: createWindowsExecutable(), intel: createDiskImage(), silicon: createDiskImage() }
  const paths = {
    windows: join(folder, `${mark}.exe`),
    intel: join(folder, `${mark}-intel.dmg`),
    silicon: join(folder, `${mark}-silicon.dmg`),
  }
  for (const name of ['windows', 'intel', 'silicon'] as const) await writeFile(paths[name], bytes[name])
  const options = ['--windows', paths.windows, '--mac-intel', paths.intel, '--mac-silicon', paths.silicon]
  return { bytes, paths, options }
}
