import { createHash } from 'node:crypto'
import { mkdir, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type ArchiveEntry, archiveEntries, broken } from './archive-entries.ts'
import { type FoundFile, MANIFEST, type Manifest, readManifest, requireSame } from './manifest.ts'

/**
 * Reads a whole archive and checks every file in it against the manifest; writes the files under `target` when there is
 * one, for their owner alone. Refuses an archive that is damaged or broke off.
 */
export async function readArchive(
  file: string,
  target: string | null,
  advance: (bytes: number) => void,
): Promise<Manifest> {
  const found: FoundFile[] = []
  let manifest: Manifest | null = null
  for await (const entry of archiveEntries(file, advance)) {
    if (manifest !== null) throw broken(file, 'something follows its end')
    if (entry.path === MANIFEST) manifest = readManifest(file, await textOf(entry))
    else if (!entry.isFolder) found.push(await readFile(file, entry, target))
    else if (target !== null) await mkdir(join(target, entry.path), { recursive: true, mode: 0o700 })
  }
  if (manifest === null) throw broken(file, 'its end is missing')
  requireSame(file, manifest, found)
  return manifest
}

async function readFile(
  archive: string,
  { path, mode, bytes }: ArchiveEntry,
  target: string | null,
): Promise<FoundFile> {
  const hash = createHash('sha256')
  let size = 0
  const out = target === null ? null : await create(join(target, path), mode)
  try {
    for await (const chunk of whole(archive, bytes)) {
      hash.update(chunk)
      size += chunk.length
      await out?.writeFile(chunk)
    }
  } finally {
    await out?.close()
  }
  return { path, size, sha256: hash.digest('hex') }
}

/** Bytes that cannot be unpacked are the archive's fault, not that of the disk they go to. */
async function* whole(archive: string, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes
  } catch (cause) {
    throw broken(archive, cause instanceof Error ? cause.message.replace(/\.$/, '') : String(cause), cause)
  }
}

async function create(path: string, mode: number) {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  return open(path, 'wx', mode & 0o700)
}

async function textOf({ bytes }: ArchiveEntry): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of bytes) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}
