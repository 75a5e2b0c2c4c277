import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { type BackupManifest, backupManifestSchema } from '@site/contract/backup-manifest'
import { createTarDecoder } from 'modern-tar'
import * as v from 'valibot'
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

/** A file that was read from an archive, with the size and hash of the bytes that were read. */
export type ArchivedFile = { path: string; size: number; sha256: string }

/** Parses a manifest. Throws a `bad_archive` CommandFailure when the text is not a manifest of a known format. */
export function parseBackupManifest(file: string, text: string): BackupManifest {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), backupManifestSchema), text)
  if (parsed.success) return parsed.output
  throw createArchiveFailure(file, 'its manifest cannot be read; another version of this program may have made it')
}

/**
 * Throws a `bad_archive` CommandFailure when a file of the manifest is missing or damaged, or when a file is not listed in the manifest.
 */
export function requireManifestMatches(file: string, manifest: BackupManifest, found: readonly ArchivedFile[]): void {
  const there = new Map(found.map((entry) => [entry.path, entry]))
  for (const { path, size, sha256 } of manifest.files) {
    const entry = there.get(path)
    if (entry === undefined) throw createArchiveFailure(file, `${path} is missing`)
    if (entry.size !== size || entry.sha256 !== sha256) throw createArchiveFailure(file, `${path} is damaged`)
  }
  if (found.length !== manifest.files.length)
    throw createArchiveFailure(file, 'it holds files that its manifest does not name')
}
