import { findSegmentStart, formatHex, nameSegment, parseSegmentName } from './log-position.ts'

/*
 * The names in a store to which a server ships its database (docs/decisions.md, "The server ships the write-ahead log itself"):
 *
 *   owner.json                                      the claim of the server that ships to this store
 *   erased-people.txt                               the list of erased people
 *   keys/<file>                                     secret-key, signing-key.json, postgres/password
 *   files/<shelf>/<version>-<sha256>                stored files
 *   deleted/<shelf>/<version>-<sha256>              an empty mark for a stored file that was deleted since
 *   generations/<generation>/base/<segment>-<end>-<time>.tar.gz
 *   generations/<generation>/wal/<segment>-<start>-<end>-<time>-<sha256>.gz
 *
 * Keys, chunks of the log, the claim and the list are encrypted, bases and stored files authenticated (sealed-store.ts).
 * A generation is one continuous history of the write-ahead log. Times have no colons, because they are part of file names.
 */

/** The file with the claim of the server that ships to a store. */
export const OWNER_FILE_NAME = 'owner.json'

/** The folder of the keys in a store, and the files of DATA_DIR that are shipped to it. */
export const SHIPPED_KEYS = { folder: 'keys/', names: ['secret-key', 'signing-key.json', 'postgres/password'] } as const

/** The folders of stored files and of marks for deleted files in a store, and the folder of stored files in DATA_DIR. */
export const SHIPPED_FILES = { folder: 'files/', deletedFolder: 'deleted/', inDataFolder: 'storage/files' } as const

/** The folder of generations in a store. */
export const GENERATIONS_FOLDER = 'generations/'

/**
 * A base: a copy of the database's files without the write-ahead log, complete at the time `at`. Recovery needs the log of its `timeline`
 * from the position `from`, the beginning of a segment, at least to `end`.
 */
export type ShippedBase = { name: string; generation: string; timeline: number; from: bigint; end: bigint; at: Date }

/** A chunk of a segment of the write-ahead log. This chunk and the earlier ones contain every commit until `at`. */
export type ShippedChunk = { name: string; timeline: number; start: bigint; end: bigint; at: Date; sha256: string }

/** A stored file: its path below `storage/files`, and the hash of its bytes. */
export type ShippedFile = { name: string; path: string; sha256: string }

const BASE = /^generations\/([\w.-]+)\/base\/([0-9A-F]{24})-([0-9A-F]{16})-(\d{8}T\d{6}\.\d{3}Z)\.tar\.gz$/
const CHUNK =
  /^generations\/[\w.-]+\/wal\/([0-9A-F]{24})-([0-9A-F]{8})-([0-9A-F]{8})-(\d{8}T\d{6}\.\d{3}Z)-([0-9a-f]{64})\.gz$/
const FILE = /^files\/([0-9a-f]{2}\/[\w-]{1,100})-([0-9a-f]{64})$/

/** Returns the name of a generation. Names sort by the time at which the generation began. */
export function nameGeneration(at: Date, id: string): string {
  return `${formatStamp(at)}-${id}`
}

/** Returns the folder of a part of a generation. */
export function generationFolder(generation: string, part: 'base' | 'wal'): string {
  return `${GENERATIONS_FOLDER}${generation}/${part}/`
}

/** Returns the name of a base. */
export function nameBase({ generation, timeline, from, end, at }: Omit<ShippedBase, 'name'>): string {
  const positions = `${nameSegment(from, timeline)}-${formatHex(end, 16)}`
  return `${generationFolder(generation, 'base')}${positions}-${formatStamp(at)}.tar.gz`
}

/** Returns the name of a chunk of the write-ahead log, which must be within one segment. */
export function nameChunk(
  generation: string,
  { timeline, start, end, at, sha256 }: Omit<ShippedChunk, 'name'>,
): string {
  const segment = findSegmentStart(start)
  const positions = [nameSegment(start, timeline), formatHex(start - segment, 8), formatHex(end - segment, 8)].join('-')
  return `${generationFolder(generation, 'wal')}${positions}-${formatStamp(at)}-${sha256}.gz`
}

/** Returns the name under which a file of the site's storage is shipped. `path` is its path in the storage. */
export function nameFile(path: string, sha256: string): string {
  return `${SHIPPED_FILES.folder}${path}-${sha256}`
}

/** Parses the name of a base, in the format of `nameBase`. Returns null when the name has another format. */
export function parseBaseName(name: string): ShippedBase | null {
  const [, generation = '', segment, end, stamp = ''] = BASE.exec(name) ?? []
  if (segment === undefined || end === undefined) return null
  const { timeline, start } = parseSegmentName(segment)
  return { name, generation, timeline, from: start, end: toPosition(end), at: toDate(stamp) }
}

/** Parses the name of a chunk of log, in the format of `nameChunk`. Returns null when the name has another format. */
export function parseChunkName(name: string): ShippedChunk | null {
  const [, segment, from, to, stamp = '', sha256 = ''] = CHUNK.exec(name) ?? []
  if (segment === undefined || from === undefined || to === undefined) return null
  const { timeline, start } = parseSegmentName(segment)
  return { name, timeline, start: start + toPosition(from), end: start + toPosition(to), at: toDate(stamp), sha256 }
}

/** Parses the name of a stored file, in the format of `nameFile`. Returns null when the name has another format. */
export function parseFileName(name: string): ShippedFile | null {
  const [, path, sha256 = ''] = FILE.exec(name) ?? []
  return path === undefined ? null : { name, path, sha256 }
}

/** Returns the newest of `bases` that was taken at or before a time, or null when all were taken later. */
export function findNewestBase(bases: readonly ShippedBase[], until: Date): ShippedBase | null {
  return bases
    .filter(({ at }) => at <= until)
    .reduce<ShippedBase | null>((a, b) => (a !== null && a.at > b.at ? a : b), null)
}

function toPosition(hex: string): bigint {
  return BigInt(`0x${hex}`)
}

function formatStamp(at: Date): string {
  return at.toISOString().replaceAll(/[-:]/g, '')
}

function toDate(stamp: string): Date {
  return new Date(stamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(.*)$/, '$1-$2-$3T$4:$5:$6'))
}
