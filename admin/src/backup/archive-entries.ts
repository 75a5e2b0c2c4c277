import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { createTarDecoder } from 'modern-tar'
import { CommandFailure } from '../failures.ts'

/** One file or folder of a tar archive. The reader must consume `bytes` before it requests the next entry. */
export type ArchiveEntry = {
  path: string
  isFolder: boolean
  mode: number
  size: number
  changed: Date
  bytes: AsyncIterable<Uint8Array>
}

/**
 * Streams the entries of a gzip-compressed tar archive. Throws a `bad_archive` CommandFailure, which names the archive as `file`, when the
 * archive is damaged or truncated, when an entry is neither a file nor a folder, and when an entry's path leads out of the archive.
 * Rethrows a CommandFailure of `source` unchanged.
 */
export async function* readArchiveEntries(
  file: string,
  source: Readable,
  advance: (bytes: number) => void,
): AsyncGenerator<ArchiveEntry> {
  source.on('data', (chunk: Uint8Array) => advance(chunk.length))
  const plain = source.pipe(createGunzip())
  source.on('error', (error) => plain.destroy(error))
  const decoder = createTarDecoder({ strict: true })
  const entries = (Readable.toWeb(plain) as ReadableStream<Uint8Array>).pipeThrough(decoder)
  try {
    for await (const { header, body } of entries) {
      const isFolder = header.type === 'directory'
      if (!isFolder && header.type !== 'file')
        throw createArchiveFailure(file, `it holds a ${header.type}, which a backup never does`)
      const { name, mode = 0o600, size, mtime = new Date(0) } = header
      yield {
        path: requireSafeArchivePath(file, name),
        isFolder,
        mode,
        size,
        changed: mtime,
        bytes: entryBytes(file, body),
      }
    }
  } catch (cause) {
    throw toArchiveFailure(file, cause)
  } finally {
    source.destroy()
  }
}

/**
 * Throws a `bad_archive` CommandFailure when decompression or tar parsing fails, so that a damaged archive is not reported as an error of
 * the target disk.
 */
async function* entryBytes(file: string, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes
  } catch (cause) {
    throw toArchiveFailure(file, cause)
  }
}

/** Creates the CommandFailure for an archive that is incomplete or damaged. */
export function createArchiveFailure(
  file: string,
  reason: string,
  options: { cause?: unknown; hint?: string } = {},
): CommandFailure {
  return new CommandFailure('bad_archive', `${file} is not a complete backup: ${reason}.`, options)
}

/**
 * Turns an error from reading the archive into a CommandFailure. Node's streams may wrap the original error in one with an empty message,
 * so the first message in the chain of causes is used. A CommandFailure from the source of the bytes is returned unchanged.
 */
function toArchiveFailure(file: string, cause: unknown): CommandFailure {
  let error = cause
  while (error instanceof Error && error.message === '' && error.cause !== undefined) error = error.cause
  if (error instanceof CommandFailure) return error
  const message = error instanceof Error ? error.message : String(error)
  return createArchiveFailure(file, message.replace(/\.$/, '') || 'it cannot be read to its end', { cause })
}

/**
 * Returns an archive entry's path without the trailing slash. Throws a CommandFailure when extracting the entry could write outside of the
 * target folder ("zip slip"): for an absolute path, a `..` segment, a backslash or a drive letter.
 */
export function requireSafeArchivePath(file: string, name: string): string {
  const parts = name.replace(/\/$/, '').split('/')
  const isSafe = parts.every((part) => part !== '' && part !== '.' && part !== '..' && !/[\\:\0]/.test(part))
  if (!isSafe) throw createArchiveFailure(file, 'it holds a path that leads elsewhere')
  return parts.join('/')
}
