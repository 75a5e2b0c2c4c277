import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

/** The encodings a browser can be answered in, best first. */
export const ENCODINGS = ['br', 'gzip'] as const
/** One of `ENCODINGS`. */
export type Encoding = (typeof ENCODINGS)[number]

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/** Compresses as well as the encoding can, as Brotli does by default. Slow on purpose: it happens once for a file, not once for a visitor. */
export function compress(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  return encoding === 'gzip' ? toGzip(bytes, { level: 9 }) : toBrotli(bytes)
}

/**
 * The best encoding that an `Accept-Encoding` header allows (RFC 9110, 12.5.3); null for none. An encoding with `q=0`
 * is refused, and a header that is missing asks for none.
 */
export function chooseEncoding(accepted: string | undefined): Encoding | null {
  if (accepted === undefined) return null
  const refused = new Set<string>()
  const wanted = new Set<string>()
  for (const item of accepted.toLowerCase().split(',')) {
    const [name = '', ...parameters] = item.split(';').map((part) => part.trim())
    const isRefused = parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
    if (isRefused) refused.add(name)
    else wanted.add(name)
  }
  return ENCODINGS.find((name) => !refused.has(name) && (wanted.has(name) || wanted.has('*'))) ?? null
}
