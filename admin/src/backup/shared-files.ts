import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { SHARED_FILES_FOLDER } from '@site/contract/backup-manifest'
import { createFileFailure, isMissingFile } from '../failures.ts'
import { type ArchivedFile, createArchiveFailure } from './archive-entries.ts'
import { HashedBytes, hashBytes } from './hashed-bytes.ts'

/*
 * The large files that the archives of one folder share: `files/<sha256>` beside the archives. A file gets its final name after fsync and
 * never changes afterwards.
 */

/** The pattern of a shared file's name: the SHA-256 of its content in hexadecimal. */
const NAME = /^[0-9a-f]{64}$/
const HINT = 'Nothing was restored. Put the folder “files” of the backups beside the archive, or try another archive.'

/** Lists the names of the shared files in a folder with archives, including damaged ones. */
export async function listSharedFiles(folder: string): Promise<string[]> {
  const files = join(folder, SHARED_FILES_FOLDER)
  const names = await readdir(files).catch((cause: unknown) => {
    if (isMissingFile(cause)) return []
    throw createFileFailure(files, cause)
  })
  return names.filter((name) => NAME.test(name)).toSorted()
}

/** Hashes every shared file and returns the names of the undamaged ones. A backup replaces a damaged file. */
export async function listIntactFiles(folder: string): Promise<string[]> {
  const found: string[] = []
  for (const name of await listSharedFiles(folder)) {
    const bytes: AsyncIterable<Buffer> = createReadStream(join(folder, SHARED_FILES_FOLDER, name))
    // An unreadable file counts as damaged: a restore could not use it.
    if ((await hashBytes(bytes).catch(() => null)) === name) found.push(name)
  }
  return found
}

/**
 * Yields the content of the shared file to which an archive refers. Throws a `bad_archive` CommandFailure when the file is missing, and after
 * the last byte when it is damaged.
 */
export async function* readSharedFile(archive: string, { sha256, size }: ArchivedFile): AsyncGenerator<Uint8Array> {
  const path = join(dirname(archive), SHARED_FILES_FOLDER, sha256)
  const source: AsyncIterable<Buffer> = createReadStream(path)
  const bytes = new HashedBytes(source)
  try {
    yield* bytes
  } catch (cause) {
    if (!isMissingFile(cause)) throw createFileFailure(path, cause)
    throw createArchiveFailure(archive, `it refers to ${path}, which is missing`, { hint: HINT })
  }
  if (bytes.digest() !== sha256 || bytes.size !== size)
    throw createArchiveFailure(archive, `it refers to ${path}, which is damaged`, { hint: HINT })
}
