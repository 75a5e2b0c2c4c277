import type { Release } from '@site/contract/release'
import type { Bucket } from './bucket.ts'

/** The file that every visitor's download page reads; writing it is what publishes. */
export const CURRENT = 'latest/version.json'

/** What a version may be called: a folder of this form is kept by browsers for good, since it never changes. */
export const VERSION = /^\d+(\.\d+){1,3}(-[0-9A-Za-z.]{1,30})?$/

/** A release that was published, and when. */
export type Published = { version: string; release: Release; publishedAt: string }

/** Where a release keeps its own version.json, beside its files. */
export function versionFile(version: string): string {
  return `${version}/version.json`
}

/** Every release in the bucket, the newest first. */
export async function findReleases(bucket: Bucket): Promise<Published[]> {
  const folders = (await bucket.list('')).map(({ name }) => name).filter((name) => VERSION.test(name))
  const found = await Promise.all(
    folders.map(async (version): Promise<Published[]> => {
      const release = await bucket.readRelease(versionFile(version))
      const entry = (await bucket.list(version)).find(({ name }) => name === 'version.json')
      return release === null ? [] : [{ version, release, publishedAt: entry?.created_at ?? '' }]
    }),
  )
  return found.flat().sort((a, b) => b.publishedAt.localeCompare(a.publishedAt))
}
