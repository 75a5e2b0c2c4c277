import { createHash } from 'node:crypto'
import type { Database } from '@site/backend/database/port/database'
import { FileStore, type OpenStoredFile } from '@site/backend/storage/files'
import type { StorageObjectMetadata, StorageObjectRow } from '@site/backend/storage/object-store'
import type { MoveReport } from '@site/contract/move'
import type { MoveProgress } from './progress.ts'

/** The row of a stored file. */
export type StoredFile = Pick<StorageObjectRow, 'bucket_id' | 'name' | 'version' | 'user_metadata'> & {
  metadata: Partial<StorageObjectMetadata> | null
}

/** Reads the rows of all stored files of a database. */
export function readStoredFiles({ kysely }: Database): Promise<StoredFile[]> {
  return kysely
    .selectFrom('storage.objects')
    .select(['bucket_id', 'name', 'version', 'metadata', 'user_metadata'])
    .orderBy('bucket_id')
    .orderBy('name')
    .$castTo<StoredFile>()
    .execute()
}

/** Returns the name of a file for messages, which is unique. */
export function pathOf({ bucket_id, name }: StoredFile): string {
  return `${bucket_id}/${name}`
}

/** Returns whether a file has the SHA-256 in its row, which is stored as an entity tag: hexadecimal, in quotation marks. */
export async function hasContent({ metadata }: StoredFile, content: AsyncIterable<Uint8Array>): Promise<boolean> {
  const hash = createHash('sha256')
  for await (const chunk of content) hash.update(chunk)
  return metadata?.eTag === `"${hash.digest('hex')}"`
}

/** Opens a stored file and runs `use` with it. Returns false without that when the file is missing or damaged. */
export async function useIntact(
  dataDir: string,
  file: StoredFile,
  use?: (open: OpenStoredFile) => Promise<void>,
): Promise<boolean> {
  const open = await new FileStore(dataDir).open(file.version ?? '')
  if (open === null) return false
  await using handle = open.handle
  if (!(await hasContent(file, handle.createReadStream({ autoClose: false, start: 0 })))) return false
  await use?.(open)
  return true
}

/** Counts stored files. `isIntact` returns whether a file is neither missing nor damaged. */
export async function countStoredFiles(
  files: readonly StoredFile[],
  { advance, signal }: MoveProgress,
  isIntact: (file: StoredFile) => Promise<boolean>,
): Promise<MoveReport['files']> {
  const report = { files: files.length, bytes: 0, faulty: [] as string[] }
  for (const file of files) {
    signal.throwIfAborted()
    if (!(await isIntact(file))) report.faulty.push(pathOf(file))
    const { size = 0 } = file.metadata ?? {}
    report.bytes += size
    advance(size)
  }
  return report
}
