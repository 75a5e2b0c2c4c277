import { createHash } from 'node:crypto'
import { type DownloadsBucket, requireStoredObject } from './bucket.ts'
import { ReleaseFailure } from './failure.ts'
import type { PreparedFile } from './prepare-files.ts'
import type { Release } from './release.ts'
import { RELEASE_MANIFEST_FILE_NAME, type ReleaseManifest } from './release-manifest.ts'
import { getVersionFilePath } from './releases.ts'
import type { Report } from './report.ts'

/**
 * Uploads the files of a release into its own folder, where they never change, and its version.json last: a folder without one is not a
 * release. Nothing points to the folder yet. Files on another host are not uploaded. When an upload fails, deletes the files that were
 * uploaded before it, and throws.
 */
export async function uploadRelease(
  bucket: DownloadsBucket,
  report: Pick<Report, 'progress'>,
  release: Release,
  manifest: ReleaseManifest | null,
  files: readonly PreparedFile[],
): Promise<void> {
  const folder = release.version
  const uploads = files
    .filter(({ url }) => url === undefined)
    .flatMap(({ name, path, size, sha256, blockmap }) => [
      { name, path, size, sha256 },
      ...(blockmap === null ? [] : [blockmap]),
    ])
  const sending = report.progress(
    'Uploading',
    uploads.reduce((sum, { size }) => sum + size, 0),
  )
  const begun: string[] = []
  try {
    for (const { name, path, size, sha256 } of uploads) {
      begun.push(`${folder}/${name}`)
      const sent = createHash('sha256')
      await bucket.upload(`${folder}/${name}`, path, (part) => {
        sent.update(part)
        sending.advance(part.length)
      })
      if (sent.digest('hex') !== sha256) {
        throw new ReleaseFailure('bad_release', `${path}: the file was changed while it was being published.`, {
          hint: 'Visitors still get the previous release. Publish again.',
        })
      }
      await requireStoredObject(bucket, `${folder}/${name}`, size, sha256)
    }
  } catch (error) {
    // Without version.json the folder is not a release. When deleting fails too, the next attempt overwrites the files.
    await bucket.remove(begun).catch(() => {})
    throw error
  }
  sending.done()
  for (const { name, minisign } of manifest?.files ?? []) {
    await bucket.writeText(`${folder}/${name}.minisig`, minisign, 'text/plain')
  }
  if (release.manifest !== undefined && release.signature !== undefined) {
    await bucket.writeText(`${folder}/${RELEASE_MANIFEST_FILE_NAME}`, release.manifest, 'application/json')
    await bucket.writeText(`${folder}/${RELEASE_MANIFEST_FILE_NAME}.minisig`, release.signature, 'text/plain')
  }
  await bucket.writeRelease(getVersionFilePath(folder), release)
}
