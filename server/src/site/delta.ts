import { promisify } from 'node:util'
import { constants, zstdCompress } from 'node:zlib'

const toZstd = promisify(zstdCompress)

/** The start of a response with the content encoding `dcz`; the SHA-256 of the dictionary follows (RFC 9842, section 5). */
const DCZ_MAGIC = Buffer.from('5e2a4d1820000000', 'hex')

const LEVEL = 19
const WINDOW_LOG_MIN = 10
/** The largest window that a client must support is 8 MB (RFC 9842, section 5). */
const WINDOW_LOG_MAX = 23

/**
 * Compresses a file against an earlier version of it (content encoding `dcz`, RFC 9842). `sha256` is the hash of that version. Takes some
 * 100 ms for the largest script.
 */
export async function compressAgainst(bytes: Buffer, dictionary: Buffer, sha256: Buffer): Promise<Buffer> {
  // A zstd decoder can use the dictionary only as long as the output fits into the window.
  const windowLog = Math.min(WINDOW_LOG_MAX, Math.max(WINDOW_LOG_MIN, Math.ceil(Math.log2(bytes.length + 1))))
  const params = { [constants.ZSTD_c_compressionLevel]: LEVEL, [constants.ZSTD_c_windowLog]: windowLog }
  return Buffer.concat([DCZ_MAGIC, sha256, await toZstd(bytes, { dictionary, params })])
}
