import { open, readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import type { InstallerPlatform } from '@site/contract/release'
import * as v from 'valibot'
import { CommandFailure, createFileFailure } from '../failures.ts'
import { type FileHashes, hashFile } from './hash-file.ts'
import { readBytes } from './read-bytes.ts'

/** An archive of the Mac app that only updaters download, because they cannot open a disk image: .zip (Electron) or .app.tar.gz (Tauri). */
export type UpdateArchive = FileHashes & { platform: InstallerPlatform; path: string; size: number; ending: string }

/** A block map of electron-builder: the parts of a file, so that an app downloads only those that changed. */
export type Blockmap = FileHashes & { path: string; size: number }

/** The options for archives, with the platform, the ending of the published name and the first bytes of each. */
export const ARCHIVE_KINDS = {
  'mac-intel-zip': { platform: 'macos-intel', ending: 'intel.zip', magic: 'PK\u0003\u0004' },
  'mac-silicon-zip': { platform: 'macos-silicon', ending: 'arm64.zip', magic: 'PK\u0003\u0004' },
  'mac-intel-tar': { platform: 'macos-intel', ending: 'intel.app.tar.gz', magic: '\u001f\u008b' },
  'mac-silicon-tar': { platform: 'macos-silicon', ending: 'arm64.app.tar.gz', magic: '\u001f\u008b' },
} as const

/** The name of an option that names an archive. */
export type ArchiveOption = keyof typeof ARCHIVE_KINDS

/** Checks the format of an archive and hashes it. Throws a CommandFailure for another format. */
export async function inspectArchive(
  option: ArchiveOption,
  path: string,
  advance: (bytes: number) => void,
): Promise<UpdateArchive> {
  const { platform, ending, magic } = ARCHIVE_KINDS[option]
  await using file = await open(path, 'r').catch((cause: unknown) => {
    throw createFileFailure(path, cause)
  })
  const stat = await file.stat()
  const begin = stat.isFile() ? await readBytes(file, 0, magic.length) : null
  if (begin?.toString('latin1') !== magic) {
    throw new CommandFailure(
      'bad_release',
      `${path}: it is not a ${option.endsWith('zip') ? '.zip' : '.tar.gz'} file.`,
      {
        hint: 'Nothing was uploaded.',
      },
    )
  }
  return { platform, path, size: stat.size, ending, ...(await hashFile(file, advance)) }
}

const blockmapSchema = v.object({
  version: v.string(),
  files: v.array(v.object({ sizes: v.array(v.pipe(v.number(), v.integer(), v.minValue(0))) })),
})

/**
 * Returns the block map that electron-builder wrote beside a file (`FILE.blockmap`), or null when there is none. Throws a CommandFailure
 * when it belongs to a file of another size.
 */
export async function findBlockmap(path: string, size: number): Promise<Blockmap | null> {
  const at = `${path}.blockmap`
  await using file = await open(at, 'r').catch(() => null)
  if (file === null) return null
  if (!(await describes(at, size))) {
    throw new CommandFailure('bad_release', `${at}: it is not the block map of ${path}.`, {
      hint: 'Nothing was uploaded. Build the installer again, or delete the block map.',
    })
  }
  return { path: at, size: (await file.stat()).size, ...(await hashFile(file, () => {})) }
}

async function describes(path: string, size: number): Promise<boolean> {
  try {
    const text = gunzipSync(await readFile(path)).toString('utf8')
    const { files } = v.parse(blockmapSchema, JSON.parse(text))
    return files.flatMap(({ sizes }) => sizes).reduce((sum, part) => sum + part, 0) === size
  } catch {
    return false
  }
}
