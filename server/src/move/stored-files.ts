import { createHash } from 'node:crypto'
import type { Database } from '@site/backend/database/port/database'
import { FileStore } from '@site/backend/storage/files'
import * as v from 'valibot'

/**
 * A count of the stored files that have a row in the database: their number, their total size, and the names of missing or damaged ones.
 */
export type StoredFileCount = { files: number; bytes: number; faulty: readonly string[] }

const shape = v.array(
  v.object({ name: v.string(), version: v.nullable(v.string()), tag: v.nullable(v.string()), bytes: v.number() }),
)

/** Counts the stored files by their rows in the database. With `hashes`, also verifies each file against the SHA-256 in its row. */
export async function countStoredFiles(
  database: Database,
  dataDir: string,
  { hashes, advance = () => {} }: { hashes: boolean; advance?: (bytes: number) => void },
): Promise<StoredFileCount> {
  const rows = v.parse(
    shape,
    await database.scriptTransaction((session) =>
      session.query(`
        select format('%s/%s', bucket_id, name) as name, version, metadata ->> 'eTag' as tag,
          coalesce((metadata ->> 'size')::float8, 0) as bytes
        from storage.objects order by bucket_id, name`),
    ),
  )
  const files = new FileStore(dataDir)
  const faulty: string[] = []
  for (const { name, version, tag, bytes } of rows) {
    if (hashes && !(await isWhole(files, version, tag, advance))) faulty.push(name)
    else if (!hashes) advance(bytes)
  }
  return { files: rows.length, bytes: rows.reduce((sum, { bytes }) => sum + bytes, 0), faulty }
}

async function isWhole(files: FileStore, version: string | null, tag: string | null, advance: (bytes: number) => void) {
  const file = version === null ? null : await files.open(version)
  if (file === null) return false
  await using handle = file.handle
  const hash = createHash('sha256')
  const chunks: AsyncIterable<Buffer> = handle.createReadStream({ autoClose: false, highWaterMark: 1 << 20 })
  for await (const chunk of chunks) {
    hash.update(chunk)
    advance(chunk.length)
  }
  return tag === `"${hash.digest('hex')}"`
}
