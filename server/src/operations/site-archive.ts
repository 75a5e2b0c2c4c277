import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ServerConfig } from '@site/backend/config'
import type { Database } from '@site/backend/database/port/database'
import {
  BACKUP_ARCHIVE_NAME,
  type BackupManifest,
  SHARED_FILES_FOLDER,
  STORED_FILES_PATH,
} from '@site/contract/backup-manifest'
import { packTar } from 'modern-tar/fs'
import { createArchive } from './archive.ts'
import { addBaseBackup, type BaseBackup } from './base-backup.ts'
import { linkFiles, listKeysElsewhere, type WorkFolder } from './snapshot.ts'

/** Stored files of this size in bytes are stored once for all archives of a folder. */
const LARGE_BYTES = 1 << 20

type Host = { config: ServerConfig; database: Database }
type LargeFile = BackupManifest['files'][number] & { external: true }

/** Streams an archive (tar.gz) with everything that the server stores. */
export function streamSiteArchive(host: Host, folder: WorkFolder): Readable {
  return packSite(host, folder.path, async () => [])
}

/**
 * Streams a tar archive for a backup. First come the large stored files that the caller lacks, each named by its SHA-256; the last entry is
 * the archive with everything else. A caller who has received the last entry therefore has every file.
 */
export async function streamSiteArchiveAndFiles(
  host: Host,
  folder: WorkFolder,
  have: ReadonlySet<string>,
): Promise<Readable> {
  const linked = join(folder.path, 'linked')
  const archive = join(folder.path, BACKUP_ARCHIVE_NAME)
  let large: LargeFile[] = []
  const packed = packSite(host, linked, async () => (large = await findLargeFiles(linked)))
  await pipeline(packed, createWriteStream(archive, { mode: 0o600 }))
  const wanted = new Map(large.filter(({ sha256 }) => !have.has(sha256)).map(({ sha256, path }) => [sha256, path]))
  const files = [...wanted].map(([sha256, path]) => ({
    source: join(linked, path),
    target: `${SHARED_FILES_FOLDER}/${sha256}`,
  }))
  return packTar(
    [...files, { source: archive, target: BACKUP_ARCHIVE_NAME }].map((file) => ({ type: 'file', ...file })),
  )
}

/** Writes an archive of the database without its log to a file. */
export async function writeBaseArchive({ config, database }: Host, file: string): Promise<BaseBackup> {
  const taken = Promise.withResolvers<BaseBackup>()
  const packed = createArchive(async (archive) => {
    const backup = await addBaseBackup(archive, database)
    taken.resolve(backup)
    return describe(config, backup)
  })
  await pipeline(packed, createWriteStream(file, { mode: 0o600 }))
  return taken.promise
}

function describe(config: ServerConfig, { at, version }: BaseBackup) {
  return { takenAt: at.toISOString(), database: version, keysElsewhere: listKeysElsewhere(config) }
}

/** `listApart` lists the files that only the manifest names. */
function packSite({ config, database }: Host, linked: string, listApart: () => Promise<LargeFile[]>): Readable {
  return createArchive(async (archive) => {
    const backup = await addBaseBackup(archive, database, {
      withLog: true,
      atEnd: () => linkFiles(config.dataDir, linked),
    })
    const apart = await listApart()
    const paths = new Set(apart.map(({ path }) => path))
    await archive.addTree('', linked, (path) => !paths.has(path))
    archive.files.push(...apart)
    return describe(config, backup)
  })
}

async function findLargeFiles(linked: string): Promise<LargeFile[]> {
  const folder = join(linked, STORED_FILES_PATH)
  const found: LargeFile[] = []
  for (const below of await readdir(folder, { recursive: true }).catch(() => [])) {
    const facts = await stat(join(folder, below))
    if (!facts.isFile() || facts.size < LARGE_BYTES) continue
    // The hash of the bytes on disk, not that of the row, so that a damaged file is backed up as it is.
    const hash = createHash('sha256')
    await pipeline(createReadStream(join(folder, below)), hash)
    const path = `${STORED_FILES_PATH}/${below.replaceAll('\\', '/')}`
    found.push({ path, size: facts.size, sha256: hash.digest('hex'), external: true })
  }
  return found
}
