import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { createTarDecoder } from 'modern-tar'
import { Failure } from '../failures.ts'

/** One file or folder of an archive. A file's bytes must be read before the next entry is asked for. */
export type ArchiveEntry = {
  path: string
  isFolder: boolean
  mode: number
  size: number
  changed: Date
  bytes: AsyncIterable<Uint8Array>
}

/**
 * Reads an archive from its beginning to its end; `file` is what messages call it. Refuses what is no archive, one that broke off, and
 * entries that are neither file nor folder or whose path leads out of the archive. Throws a Failure of the source as it is.
 */
export async function* archiveEntries(
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
      if (!isFolder && header.type !== 'file') throw broken(file, `it holds a ${header.type}, which no backup does`)
      const { name, mode = 0o600, size, mtime = new Date(0) } = header
      yield { path: safePath(file, name), isFolder, mode, size, changed: mtime, bytes: whole(file, body) }
    }
  } catch (cause) {
    throw brokenOff(file, cause)
  } finally {
    source.destroy()
  }
}

/** Bytes that cannot be unpacked are the archive's fault, not that of the disk they go to. */
async function* whole(file: string, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes
  } catch (cause) {
    throw brokenOff(file, cause)
  }
}

/** Returns the Failure for an archive that is incomplete or damaged. */
export function broken(file: string, reason: string, options: { cause?: unknown; hint?: string } = {}): Failure {
  return new Failure('bad_archive', `${file} is no whole backup: ${reason}.`, options)
}

/**
 * Turns an error from reading the archive into a Failure. Node's streams may wrap the original error in one with an empty message, so the
 * first message in the chain of causes is used. A Failure from the source of the bytes is returned unchanged.
 */
function brokenOff(file: string, cause: unknown): Failure {
  let said = cause
  while (said instanceof Error && said.message === '' && said.cause !== undefined) said = said.cause
  if (said instanceof Failure) return said
  const words = said instanceof Error ? said.message : String(said)
  return broken(file, words.replace(/\.$/, '') || 'it cannot be read to its end', { cause })
}

/** A path inside of an archive. Refuses one that leads out of it. */
export function safePath(file: string, name: string): string {
  const parts = name.replace(/\/$/, '').split('/')
  const isSafe = parts.every((part) => part !== '' && part !== '.' && part !== '..' && !/[\\:\0]/.test(part))
  if (!isSafe) throw broken(file, 'it holds a path that leads elsewhere')
  return parts.join('/')
}
