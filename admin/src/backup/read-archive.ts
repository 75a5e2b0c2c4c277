import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type ArchiveEntry, archiveEntries, broken, safePath } from './archive-entries.ts'
import { type FoundFile, MANIFEST, type Manifest, readManifest, requireSame } from './manifest.ts'
import { SharedFiles } from './shared-files.ts'
import { type UnpackFolder, unpackFolder } from './unpack-folder.ts'

/** Files up to this many bytes are held whole while they are written. */
const WHOLE_UP_TO = 1 << 18

const PIECE = 1 << 18

/** The mode of a file that the server stores. */
const OWNER_ONLY = 0o600

/**
 * Reads a whole archive and checks every file in it, and every shared file that it refers to, against the manifest; writes the files under
 * `target` when there is one, for their owner alone. Refuses an archive that is damaged or broke off, and one whose shared files are
 * missing or damaged. Nothing is being written any more when it ends.
 */
export async function readArchive(
  file: string,
  target: string | null,
  advance: (bytes: number) => void,
  shared: SharedFiles = SharedFiles.beside(file),
): Promise<Manifest> {
  const found: FoundFile[] = []
  let manifest: Manifest | null = null
  const folder = target === null ? null : unpackFolder(target)
  try {
    for await (const entry of archiveEntries(file, createReadStream(file, { highWaterMark: PIECE }), advance)) {
      if (manifest !== null) throw broken(file, 'something follows its end')
      if (entry.path === MANIFEST) manifest = readManifest(file, (await bytesOf(entry.bytes)).toString('utf8'))
      else if (entry.isFolder) await folder?.addFolder(entry.path)
      else found.push(await readFile(entry, folder))
    }
    if (manifest === null) throw broken(file, 'its end is missing')
    for (const entry of manifest.files) {
      if (entry.external) found.push(await readShared(file, entry, folder, shared))
    }
  } finally {
    await folder?.settle()
  }
  requireSame(file, manifest, found)
  return manifest
}

/** What an archive says about itself. Its other files are read past, and not checked. */
export async function readManifestOf(file: string): Promise<Manifest> {
  let manifest: Manifest | null = null
  for await (const entry of archiveEntries(file, createReadStream(file, { highWaterMark: PIECE }), () => {})) {
    if (entry.path === MANIFEST) manifest = readManifest(file, (await bytesOf(entry.bytes)).toString('utf8'))
    else for await (const _ of entry.bytes);
  }
  if (manifest === null) throw broken(file, 'its end is missing')
  return manifest
}

async function readShared(
  archive: string,
  entry: FoundFile,
  folder: UnpackFolder | null,
  shared: SharedFiles,
): Promise<FoundFile> {
  if (folder === null) await shared.read(archive, entry)
  else {
    await using out = await folder.openFile(safePath(archive, entry.path), OWNER_ONLY)
    await shared.read(archive, entry, (piece) => out.writeFile(piece))
  }
  const { path, size, sha256 } = entry
  return { path, size, sha256 }
}

async function readFile(entry: ArchiveEntry, folder: UnpackFolder | null): Promise<FoundFile> {
  const { path, mode } = entry
  const hash = createHash('sha256')
  let size = 0
  async function* counted() {
    for await (const chunk of entry.bytes) {
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

async function bytesOf(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of bytes) chunks.push(chunk)
  return Buffer.concat(chunks)
}
