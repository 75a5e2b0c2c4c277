import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CONTENT_ENCODINGS, type ContentEncoding, compressFile } from './compress.ts'
import { findMediaType } from './media-types.ts'
import { type OriginReplacement, replaceBuildOrigin } from './replace-build-origin.ts'
import { replacePublishableKey } from './replace-publishable-key.ts'

/** The server's settings that replace those of the build in the files. A null key keeps that of the build. */
export type BuildReplacements = { origin: OriginReplacement; publishableKey: string | null }

/** One file of the site in memory, with its compressed encodings. */
export type SiteFile = {
  type: string
  bytes: Buffer
  /** A hash of the file's content, which the ETag contains. */
  hash: string
  isText: boolean
  encoded: Map<ContentEncoding, Promise<Buffer>>
}

const SMALLEST_WORTH_COMPRESSING = 256
// The length of the content hash in an ETag. Eleven base64url characters hold 66 bits, which is enough to distinguish the versions of one
// file, and every further character would be sent with each page.
const HASH_LENGTH = 11

/**
 * Reads a folder of built files into memory and returns them by URL path; the path of a page has no `.html` and no `/index`. Only files in
 * this map are served, so that no requested path can leave the folder. Skips hidden files, source maps, symbolic links and unknown types.
 * Replaces the origin and the publishable key that the site was built for.
 */
export async function readSiteFiles(folder: string, replacements: BuildReplacements): Promise<Map<string, SiteFile>> {
  const paths = await listPublicFiles(folder)
  const files = await Promise.all(
    paths.map(async (path) => [urlOf(path), await readSiteFile(folder, path, replacements)] as const),
  )
  return new Map(files.filter((entry): entry is [string, SiteFile] => entry[1] !== null))
}

/** Returns the files of a build folder that may be served, as paths relative to it, such as `/assets/boot-1a2b3c.js`. */
export async function listPublicFiles(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true })
  return names
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length).replaceAll('\\', '/'))
    .filter(isPublic)
}

/**
 * Returns the bytes of a file in an encoding, or uncompressed when compression does not make them smaller. Uses the `.br` and `.gz` files
 * of the build. When they are missing, or a setting was replaced, the first request compresses the file, and concurrent requests wait for
 * the same result.
 */
export function readEncodedBytes(file: SiteFile, encoding: ContentEncoding): Promise<Buffer> {
  const ready = file.encoded.get(encoding)
  if (ready) return ready
  const made = compressFile(file.bytes, encoding).then((bytes) =>
    bytes.length < file.bytes.length ? bytes : file.bytes,
  )
  file.encoded.set(encoding, made)
  return made
}

async function readSiteFile(
  folder: string,
  path: string,
  { origin, publishableKey }: BuildReplacements,
): Promise<SiteFile | null> {
  const media = findMediaType(path)
  if (media === null) return null
  const built = await readFile(join(folder, path))
  const ofOrigin = replaceBuildOrigin(path, built, origin)
  const bytes = publishableKey === null ? ofOrigin : replacePublishableKey(path, ofOrigin, publishableKey)
  const isText = media.isText && bytes.length >= SMALLEST_WORTH_COMPRESSING
  const encoded = new Map<ContentEncoding, Promise<Buffer>>()
  for (const encoding of isText && bytes === built ? CONTENT_ENCODINGS : []) {
    const made = await readFile(join(folder, `${path}.${encoding === 'br' ? 'br' : 'gz'}`)).catch(() => null)
    if (made) encoded.set(encoding, Promise.resolve(made))
  }
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, HASH_LENGTH)
  return { type: media.type, bytes, hash, isText, encoded }
}

function isPublic(path: string): boolean {
  const isHidden = path.split('/').some((part) => part.startsWith('.') && part !== '.well-known')
  return !isHidden && !path.endsWith('.map')
}

function urlOf(path: string): string {
  if (!path.endsWith('.html')) return path
  return path.replace(/\.html$/, '').replace(/\/index$/, '') || '/'
}
