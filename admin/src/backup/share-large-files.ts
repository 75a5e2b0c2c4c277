import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { BACKUP_MANIFEST_FILE_NAME, type BackupManifest } from '@site/contract/backup-manifest'
import { createTarPacker } from 'modern-tar'
import { type ArchiveEntry, createArchiveFailure, readArchiveEntries } from './archive-entries.ts'
import { parseBackupManifest } from './manifest.ts'
import type { SharedFileStore } from './shared-files.ts'

/**
 * The minimum size in bytes at which an uploaded file is moved out of the archive into the shared files. Product installers reach this
 * size; sharing smaller files would only clutter the folder.
 */
const LARGE = 1 << 20

/**
 * The path prefix of uploaded files in a backup archive. Only files under it are shared between archives: database files change between
 * backups, so sharing them would save no space.
 */
const STORED = 'storage/files/'

type Packer = ReturnType<typeof createTarPacker>['controller']

/**
 * Repacks a backup archive: moves its large uploaded files to `shared` and marks them as external in the manifest. Verifies only the moved
 * files against the manifest.
 */
export function moveLargeFilesToSharedStore(
  file: string,
  source: Readable,
  shared: SharedFileStore,
  advance: (bytes: number) => void,
): Readable {
  const { readable, controller } = createTarPacker()
  const tar = Readable.from(readable, { objectMode: false })
  const gzip = createGzip({ level: 1 })
  gzip.once('close', () => tar.destroy())
  tar.once('error', (error) => gzip.destroy(error))
  repack(file, readArchiveEntries(file, source, advance), shared, controller).catch((error: unknown) =>
    controller.error(error),
  )
  return tar.pipe(gzip)
}

async function repack(
  file: string,
  entries: AsyncIterable<ArchiveEntry>,
  shared: SharedFileStore,
  packer: Packer,
): Promise<void> {
  const taken = new Map<string, string>()
  for await (const entry of entries) {
    const { path, isFolder, size, bytes } = entry
    if (isFolder) await packer.add({ ...headerOf(entry), name: `${path}/`, type: 'directory' }).close()
    else if (path === BACKUP_MANIFEST_FILE_NAME)
      await addBytes(packer, entry, external(file, await textOf(bytes), taken))
    else if (path.startsWith(STORED) && size >= LARGE) taken.set(path, (await shared.add(bytes)).sha256)
    else await addStream(packer, entry)
  }
  packer.finalize()
}

/**
 * Marks the moved files as external in the manifest. Throws a `bad_archive` CommandFailure when a moved file's SHA-256 differs from the
 * manifest.
 */
function external(file: string, text: string, taken: ReadonlyMap<string, string>): Uint8Array {
  const manifest = parseBackupManifest(file, text)
  const files = manifest.files.map((entry) => {
    const sha256 = taken.get(entry.path)
    if (sha256 === undefined) return entry
    if (sha256 !== entry.sha256) throw createArchiveFailure(file, `${entry.path} is damaged`)
    return { ...entry, external: true as const }
  })
  const format = files.some((entry) => entry.external) ? 2 : 1
  return Buffer.from(JSON.stringify({ ...manifest, format, files } satisfies BackupManifest, null, 1))
}

async function addStream(packer: Packer, entry: ArchiveEntry): Promise<void> {
  const writer = packer.add(headerOf(entry)).getWriter()
  for await (const chunk of entry.bytes) await writer.write(new Uint8Array(chunk))
  await writer.close()
}

async function addBytes(packer: Packer, entry: ArchiveEntry, bytes: Uint8Array): Promise<void> {
  const writer = packer.add({ ...headerOf(entry), size: bytes.length }).getWriter()
  await writer.write(new Uint8Array(bytes))
  await writer.close()
}

function headerOf({ path, size, mode, changed }: ArchiveEntry) {
  return { name: path, size, mode, mtime: changed }
}

async function textOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of bytes) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}
