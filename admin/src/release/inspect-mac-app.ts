import { type MacArchiveFormat, readMacArchive } from './mac-archive-files.ts'

/**
 * What the app in an archive states about itself. `version` is CFBundleShortVersionString of its Info.plist, or null when that is not in
 * XML. `processors` are those for which all its programs are built.
 */
export type MacAppFacts = { version: string | null; processors: readonly MacProcessor[] }

/** A processor that a Mac program can be built for. */
export type MacProcessor = 'Intel' | 'Apple Silicon'

/** The app at the top of the archive; apps inside it, such as helpers of Electron, lie deeper. */
const PROGRAM = /^[^/]+\.app\/Contents\/MacOS\/[^/]+$/
const PROPERTIES = /^[^/]+\.app\/Contents\/Info\.plist$/

/** More than a property list or the headers of a program with two processors need. */
const READ_BYTES = 65_536

const isWanted = (path: string) => PROGRAM.test(path) || PROPERTIES.test(path)

/**
 * Reads the app in an archive. Returns null when the archive contains no app with a property list and a program. Rejects when the archive is
 * damaged or cut off.
 */
export async function readMacApp(path: string, format: MacArchiveFormat): Promise<MacAppFacts | null> {
  let properties: string | null = null
  let processors: MacProcessor[] | null = null
  for await (const file of readMacArchive(path, format, { length: READ_BYTES, isWanted })) {
    if (PROPERTIES.test(file.path)) properties = file.begin.toString('utf8')
    const built = PROGRAM.test(file.path) ? readProcessors(file.begin) : []
    if (built.length > 0) processors = processors === null ? built : processors.filter((each) => built.includes(each))
  }
  if (properties === null || processors === null) return null
  const version = /<key>CFBundleShortVersionString<\/key>\s*<string>([^<]*)<\/string>/.exec(properties)?.[1] || null
  return { version, processors }
}

/** The numbers of processors in Apple's `mach/machine.h`. */
const PROCESSORS: Record<number, MacProcessor> = { 0x01000007: 'Intel', 0x0100000c: 'Apple Silicon' }

/** The magic numbers of Apple's `mach-o/loader.h` and `mach-o/fat.h`, with the bytes for each processor in the list of a universal program. */
const MACH_O_64 = 0xfeedfacf
const UNIVERSAL_ENTRY_BYTES: Record<number, number> = { 0xcafebabe: 20, 0xcafebabf: 32 }

const MOST_PROCESSORS = 16

/** Returns the processors that a Mach-O program is built for; none for other files, such as scripts. */
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
