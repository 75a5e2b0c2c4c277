import { open, readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { gunzipSync } from 'node:zlib'
import * as v from 'valibot'
import { ReleaseFailure } from './failure.ts'
import { type FileHashes, hashFile } from './hash-file.ts'
import type { FoundInFile } from './inspect.ts'
import { type MacAppFacts, type MacProcessor, readMacApp } from './inspect-mac-app.ts'
import { readBytes } from './read-bytes.ts'
import type { InstallerPlatform } from './release.ts'
import { compareReleaseVersions } from './release-version.ts'
import type { Report } from './report.ts'

/** A .zip archive of the Mac app that only electron-updater downloads, because it cannot open a disk image. */
export type UpdateArchive = FileHashes &
  FoundInFile & { platform: InstallerPlatform; path: string; size: number; ending: string }

/** A block map of electron-builder: the parts of a file, so that an app downloads only those that changed. */
export type Blockmap = FileHashes & { path: string; size: number }

/**
 * What an archive must be for each option that names one, and where it is offered: the app must be built for `processor`.
 * The archive is published for the updaters of `platform`, under a name that ends in `ending`.
 */
export const ARCHIVE_KINDS = {
  'mac-intel-zip': { processor: 'Intel', platform: 'macos-intel', ending: 'intel.zip' },
  'mac-silicon-zip': { processor: 'Apple Silicon', platform: 'macos-silicon', ending: 'arm64.zip' },
} as const

/** The bytes with which a .zip file begins. */
const MAGIC = 'PK\u0003\u0004'

/** The name of an option that takes the path of an archive. */
export type ArchiveOption = keyof typeof ARCHIVE_KINDS

/**
 * Checks and hashes an archive. It must contain an app for the option's processor. The app's version must be
 * `version`; suffixes such as -beta.2 are ignored, and nothing is compared when `version` is null or the app's version cannot be read.
 * Throws a ReleaseFailure that names the file and what is wrong with it.
 */
export async function inspectArchive(
  option: ArchiveOption,
  path: string,
  version: string | null,
  report: Report,
): Promise<UpdateArchive> {
  const { processor, platform, ending } = ARCHIVE_KINDS[option]
  await using file = await open(path, 'r').catch((cause: unknown) => {
    throw report.createFileFailure(path, cause)
  })
  const stat = await file.stat()
  const begin = stat.isFile() ? await readBytes(file, 0, MAGIC.length) : null
  const app =
    begin?.toString('latin1') === MAGIC ? await readArchivedApp(path, processor, version) : 'it is not a .zip file'
  if (typeof app === 'string') {
    throw new ReleaseFailure('bad_release', `${path}: ${app}.`, { hint: 'Nothing was uploaded.' })
  }
  const facts = {
    madeFor: app.processors.join(' and '),
    statedVersion: app.version,
    makerSignature: 'none' as const,
  }
  const hashes = await hashFile(file, report.progress(`Checking ${basename(path)}`, stat.size))
  return { platform, path, size: stat.size, ending, ...facts, ...hashes }
}

/** Returns the version and the processors of the app in an archive, or a sentence that says why the archive is refused. */
async function readArchivedApp(
  path: string,
  processor: MacProcessor,
  version: string | null,
): Promise<MacAppFacts | string> {
  // All errors of the archive reader get one message. To the operator they mean the same: the file is not what the build tool wrote.
  const app = await readMacApp(path).catch(() => 'damaged' as const)
  if (app === 'damaged') return 'it is not a complete .zip file'
  if (app === null) return 'it contains no Mac app (NAME.app with Contents/Info.plist and a program in Contents/MacOS)'
  if (!app.processors.includes(processor)) {
    return `its app is made for ${app.processors.join(' and ') || 'another processor'}, and the option is for ${processor}`
  }
  const [stated, wanted] = [app.version, version].map((each) => each?.split('-')[0])
  if (stated !== undefined && wanted !== undefined && compareReleaseVersions(stated, wanted) !== 0) {
    return `its app says that its version is ${app.version}, and --version is ${version}. If that is right, add --allow-other-version`
  }
  return app
}

const blockmapSchema = v.object({
  version: v.string(),
  files: v.array(v.object({ sizes: v.array(v.pipe(v.number(), v.integer(), v.minValue(0))) })),
})

/**
 * Returns the block map that electron-builder wrote beside a file (`FILE.blockmap`), or null when there is none. Throws a ReleaseFailure
 * when it belongs to a file of another size.
 */
export async function findBlockmap(path: string, size: number): Promise<Blockmap | null> {
  const at = `${path}.blockmap`
  await using file = await open(at, 'r').catch(() => null)
  if (file === null) return null
  if (!(await describes(at, size))) {
    throw new ReleaseFailure('bad_release', `${at}: it is not the block map of ${path}.`, {
      hint: 'Nothing was uploaded. Build the installer again, or delete the block map.',
    })
  }
  return { path: at, size: (await file.stat()).size, ...(await hashFile(file, UNSHOWN)) }
}

/** A block map is small, so its reading is not shown. */
const UNSHOWN = { advance: () => {}, done: () => {} }

async function describes(path: string, size: number): Promise<boolean> {
  try {
    const text = gunzipSync(await readFile(path)).toString('utf8')
    const { files } = v.parse(blockmapSchema, JSON.parse(text))
    return files.flatMap(({ sizes }) => sizes).reduce((sum, part) => sum + part, 0) === size
  } catch {
    return false
  }
}
