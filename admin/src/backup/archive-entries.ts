import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { createTarDecoder } from 'modern-tar'
import { CommandFailure } from '../failures.ts'

/** One file or folder of a tar archive. The reader must consume `bytes` before it requests the next entry. */
export type ArchiveEntry = { path: string; isFolder: boolean; bytes: AsyncIterable<Uint8Array> }

/** `file` is the name of the archive for messages. `advance` is called with the number of bytes read from `source`. */
export type ArchiveReading = { file: string; source: Readable; isCompressed: boolean; advance(bytes: number): void }

/**
 * Streams the entries of a tar archive. Throws a `bad_archive` CommandFailure, which names the archive, when the archive is damaged or
 * truncated, when an entry is neither a file nor a folder, and when an entry's path leads out of the archive. Rethrows a CommandFailure of
 * `source` unchanged.
 */
export async function* readArchiveEntries(reading: ArchiveReading): AsyncGenerator<ArchiveEntry> {
  const { file, source, isCompressed, advance } = reading
  source.on('data', (chunk: Uint8Array) => advance(chunk.length))
  const plain = isCompressed ? source.pipe(createGunzip()) : source
  source.on('error', (error) => plain.destroy(error))
  const entries = (Readable.toWeb(plain) as ReadableStream<Uint8Array>).pipeThrough(createTarDecoder({ strict: true }))
  try {
    for await (const { header, body } of entries) {
      const isFolder = header.type === 'directory'
      if (!isFolder && header.type !== 'file')
        throw createArchiveFailure(file, `it holds a ${header.type}, which a backup never does`)
      yield { path: requireSafeArchivePath(file, header.name), isFolder, bytes: readEntry(file, body) }
    }
  } catch (cause) {
    throw toArchiveFailure(file, cause)
  } finally {
    source.destroy()
  }
}

/** An error here is one of the archive, so that it is not reported as an error of the target disk. */
async function* readEntry(file: string, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
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

/** Node's streams may wrap an error in one with an empty message, so the first message in the chain of causes is used. */
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
