import { fallbackFiles, PLATFORMS, type Release } from '@site/contract/release'
import { type Bucket, requireStored } from './bucket.ts'
import { CURRENT } from './releases.ts'

/**
 * Makes a stored release the one that visitors get: its files take the names under latest/, and version.json comes last.
 * Until then the old version.json stands, and its links lead to the old version's own files: nobody ever gets a file with
 * another one's checksum.
 */
export async function makeCurrent(
  bucket: Bucket,
  productName: string,
  version: string,
  release: Release,
): Promise<void> {
  const names = fallbackFiles(productName)
  for (const platform of PLATFORMS) {
    const latest = names[platform]
    await bucket.copy(latest.replace('latest/', `${version}/`), latest)
    const [size, sha256] = [release.size?.[platform], release.sha256?.[platform]]
    if (size !== undefined && sha256 !== undefined) await requireStored(bucket, latest, size, sha256)
  }
  await bucket.writeRelease(CURRENT, release)
}
