import type { Release } from '@site/contract/release'
import { RELEASE_VERSION_PATTERN } from '@site/contract/release-version'
import type { DownloadsBucket } from './bucket.ts'

/** The file from which the download page reads the current release. Writing this file publishes a release. */
export const CURRENT_VERSION_FILE = 'latest/version.json'

export type PublishedRelease = { version: string; release: Release; publishedAt: string }

/** Returns the path of a release's own version.json, in the folder of the release's files. */
export function getVersionFilePath(version: string): string {
  return `${version}/version.json`
}

/** Lists the releases in the storage bucket, the most recently published first. */
export async function findReleases(bucket: DownloadsBucket): Promise<PublishedRelease[]> {
  const folders = (await bucket.list('')).map(({ name }) => name).filter((name) => RELEASE_VERSION_PATTERN.test(name))
  const found = await Promise.all(
    folders.map(async (version): Promise<PublishedRelease[]> => {
      const release = await bucket.readRelease(getVersionFilePath(version))
      const entry = (await bucket.list(version)).find(({ name }) => name === 'version.json')
      return release === null ? [] : [{ version, release, publishedAt: entry?.created_at ?? '' }]
    }),
  )
  return found.flat().sort((a, b) => b.publishedAt.localeCompare(a.publishedAt))
}
