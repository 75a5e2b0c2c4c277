import { createHash } from 'node:crypto'
import { type ArchiveEntry, archiveEntries, broken, brokenOff } from './archive-entries.ts'
import { type FoundFile, MANIFEST, type Manifest, readManifest, requireSame } from './manifest.ts'
import { type UnpackFolder, unpackFolder } from './unpack-folder.ts'

/** Files up to this many bytes are held whole while they are written. */
const WHOLE_UP_TO = 1 << 18

/**
 * Reads a whole archive and checks every file in it against the manifest; writes the files under `target` when there is
 * one, for their owner alone. Refuses an archive that is damaged or broke off. Nothing is being written any more when it ends.
 */
export async function readArchive(
  file: string,
  target: string | null,
  advance: (bytes: number) => void,
): Promise<Manifest> {
  const found: FoundFile[] = []
  let manifest: Manifest | null = null
  const folder = target === null ? null : unpackFolder(target)
  try {
    for await (const entry of archiveEntries(file, advance)) {
      if (manifest !== null) throw broken(file, 'something follows its end')
      if (entry.path === MANIFEST)
        manifest = readManifest(file, (await bytesOf(whole(file, entry.bytes))).toString('utf8'))
      else if (entry.isFolder) await folder?.addFolder(entry.path)
      else found.push(await readFile(file, entry, folder))
    }
  } finally {
    await folder?.settle()
  }
  if (manifest === null) throw broken(file, 'its end is missing')
  requireSame(file, manifest, found)
  return manifest
}

async function readFile(archive: string, entry: ArchiveEntry, folder: UnpackFolder | null): Promise<FoundFile> {
  const { path, mode } = entry
  const hash = createHash('sha256')
  let size = 0
  async function* counted() {
    for await (const chunk of whole(archive, entry.bytes)) {
      hash.update(chunk)
      size += chunk.length
      yield chunk
    }
  }
  if (folder !== null && entry.size <= WHOLE_UP_TO) await folder.addFile(path, mode, await bytesOf(counted()))
  else {
    await using out = folder === null ? undefined : await folder.openFile(path, mode)
    for await (const chunk of counted()) await out?.writeFile(chunk)
  }
  return { path, size, sha256: hash.digest('hex') }
}

/** Bytes that cannot be unpacked are the archive's fault, not that of the disk they go to. */
async function* whole(archive: string, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes
  } catch (cause) {
    throw brokenOff(archive, cause)
  }
}

async function bytesOf(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of bytes) chunks.push(chunk)
  return Buffer.concat(chunks)
}
