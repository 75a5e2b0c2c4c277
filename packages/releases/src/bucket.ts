import { ReleaseFailure } from './failure.ts'
import type { Release } from './release.ts'

/** The storage bucket that contains the product's installers and releases. */
export type DownloadsBucket = {
  /** Uploads a file and replaces an existing one of the same name. `onSend` gets every part that is sent. */
  upload(name: string, path: string, onSend: (part: Buffer) => void): Promise<void>
  /** Writes a small text file in one request, and replaces an existing one. */
  writeText(name: string, text: string, contentType: string): Promise<void>
  /** Writes a version.json and replaces an existing one. */
  writeRelease(name: string, release: Release): Promise<void>
  /** Reads a version.json. Returns null when it does not exist or is invalid. */
  readRelease(name: string): Promise<Release | null>
  /** Deletes files from the bucket; ignores missing files. */
  remove(names: readonly string[]): Promise<void>
  /** Copies a file and replaces an existing target. */
  copy(from: string, to: string): Promise<void>
  /** Lists the direct entries of a folder. `created_at` is null for a subfolder. */
  list(folder: string): Promise<{ name: string; created_at: string | null }[]>
  /** Returns the size and ETag of a file from its public URL, or null when it does not exist. */
  head(name: string): Promise<{ size: number; etag: string } | null>
  publicUrl(name: string): string
}

/**
 * Throws a ReleaseFailure when the public file has another size or hash than the uploaded one, so that no release links to a damaged file.
 */
export async function requireStoredObject(
  bucket: DownloadsBucket,
  name: string,
  size: number,
  sha256: string,
): Promise<void> {
  const seen = await bucket.head(name)
  const tag = /^"([0-9a-f]{64})"$/.exec(seen?.etag ?? '')?.[1]
  // The server of packages/backend sends a file's SHA-256 as its ETag. Supabase sends another hash: there, only the size is compared.
  if (seen?.size === size && (tag === undefined || tag === sha256)) return
  throw new ReleaseFailure('bad_release', `${name} was damaged on the way.`, {
    hint: 'Visitors still get the previous release. Publish again.',
  })
}
