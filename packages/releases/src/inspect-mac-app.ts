import { readMacArchive } from './mac-archive-files.ts'

/**
 * The version and the processors of the Mac app in a .zip archive. `version` is CFBundleShortVersionString of its Info.plist; it is null when
 * the file has no such key or is a binary property list. `processors` are those that every program in Contents/MacOS is built for; scripts
 * are ignored.
 */
export type MacAppFacts = { version: string | null; processors: readonly MacProcessor[] }

/** A processor that a Mac program can be built for. */
export type MacProcessor = 'Intel' | 'Apple Silicon'

/** Paths of files in the app at the top level of the archive. Apps nested in it, such as Electron's helper apps, do not match. */
const PROGRAM = /^[^/]+\.app\/Contents\/MacOS\/[^/]+$/
const PROPERTIES = /^[^/]+\.app\/Contents\/Info\.plist$/

/** The number of bytes to read from each file. An Info.plist and the headers of a program for two processors are smaller. */
const READ_BYTES = 65_536

const isWanted = (path: string) => PROGRAM.test(path) || PROPERTIES.test(path)

/**
 * Reads the version and the processors of the app in an archive. Returns null when the archive contains no app, or one without an
 * Info.plist or without a program for a known processor. Rejects when the archive cannot be read, for example because it is cut off.
 */
export async function readMacApp(path: string): Promise<MacAppFacts | null> {
  let properties: string | null = null
  let processors: MacProcessor[] | null = null
  for await (const file of readMacArchive(path, { length: READ_BYTES, isWanted })) {
    if (PROPERTIES.test(file.path)) properties = file.begin.toString('utf8')
    const built = PROGRAM.test(file.path) ? readProcessors(file.begin) : []
    if (built.length > 0) processors = processors === null ? built : processors.filter((each) => built.includes(each))
  }
  if (properties === null || processors === null) return null
  const version = /<key>CFBundleShortVersionString<\/key>\s*<string>([^<]*)<\/string>/.exec(properties)?.[1] || null
  return { version, processors }
}

/** The 64-bit CPU types of Apple's `mach/machine.h`. */
const PROCESSORS: Record<number, MacProcessor> = { 0x01000007: 'Intel', 0x0100000c: 'Apple Silicon' }

/**
 * The magic number of a 64-bit program (Apple's `mach-o/loader.h`), and those of universal programs (`mach-o/fat.h`) with the size in bytes
 * of their entry for each processor.
 */
const MACH_O_64 = 0xfeedfacf
const UNIVERSAL_ENTRY_BYTES: Record<number, number> = { 0xcafebabe: 20, 0xcafebabf: 32 }

const MOST_PROCESSORS = 16

/** Returns the processors that a Mach-O program is built for; an empty list for other files, such as scripts. */
function readProcessors(begin: Buffer): MacProcessor[] {
  if (begin.length < 8) return []
  if (begin.readUInt32LE(0) === MACH_O_64) return name(begin.readUInt32LE(4))
  const entryBytes = UNIVERSAL_ENTRY_BYTES[begin.readUInt32BE(0)]
  if (entryBytes === undefined) return []
  const count = Math.min(begin.readUInt32BE(4), MOST_PROCESSORS, Math.floor((begin.length - 8) / entryBytes))
  return Array.from({ length: count }, (_, at) => name(begin.readUInt32BE(8 + at * entryBytes))).flat()
}

function name(processor: number): MacProcessor[] {
  const known = PROCESSORS[processor]
  return known === undefined ? [] : [known]
}
