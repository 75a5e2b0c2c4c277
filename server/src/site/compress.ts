import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

/** The supported content encodings, in order of preference. */
export const CONTENT_ENCODINGS = ['br', 'gzip'] as const
/** A content encoding: one of `CONTENT_ENCODINGS`. */
export type ContentEncoding = (typeof CONTENT_ENCODINGS)[number]

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/** Compresses a file with the best compression level, which is slow but runs only once per file. */
export function compressFile(bytes: Buffer, encoding: ContentEncoding): Promise<Buffer> {
  return encoding === 'gzip' ? toGzip(bytes, { level: 9 }) : toBrotli(bytes)
}

/** The choices for recent `Accept-Encoding` headers. Browsers send only a few different ones, and parsing costs more than the look-up. */
const choices = new Map<string, ContentEncoding | null>()
const CHOICES_MAX = 100
const CACHED_LENGTH_MAX = 100

/** Returns the encoding of `parseAcceptEncoding` for an `Accept-Encoding` header, and caches it for headers of a usual length. */
export function chooseContentEncoding(accepted: string | undefined): ContentEncoding | null {
  if (accepted === undefined) return null
  const known = choices.get(accepted)
  if (known !== undefined) return known
  const choice = parseAcceptEncoding(accepted)
  if (accepted.length > CACHED_LENGTH_MAX) return choice
  if (choices.size >= CHOICES_MAX) choices.clear()
  choices.set(accepted, choice)
  return choice
}

/**
 * Returns the first of `CONTENT_ENCODINGS` that the `Accept-Encoding` header of a request accepts, by name or by `*` (RFC 9110, section
 * 12.5.3). An encoding with `q=0` is not accepted. Returns null when the header accepts none of them.
 */
function parseAcceptEncoding(accepted: string): ContentEncoding | null {
  const { wanted, refused } = readEncodings(accepted)
  return CONTENT_ENCODINGS.find((name) => !refused.has(name) && (wanted.has(name) || wanted.has('*'))) ?? null
}

/** Returns whether an `Accept-Encoding` header accepts an encoding by its name, not only by `*`. */
export function namesEncoding(accepted: string | undefined, name: string): boolean {
  const { wanted, refused } = readEncodings(accepted ?? '')
  return wanted.has(name) && !refused.has(name)
}

function readEncodings(accepted: string): { wanted: ReadonlySet<string>; refused: ReadonlySet<string> } {
  const refused = new Set<string>()
  const wanted = new Set<string>()
  for (const item of accepted.toLowerCase().split(',')) {
    const [name = '', ...parameters] = item.split(';').map((part) => part.trim())
    const isRefused = parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
    if (isRefused) refused.add(name)
    else wanted.add(name)
  }
  return { wanted, refused }
}
