import {
  fallbackFiles,
  PLATFORMS,
  type Platform,
  type Release,
  releaseSchema,
  trustedLink,
} from '@site/contract/release'
import * as v from 'valibot'
import { VERSION_TIMEOUT_MS } from '../constants.ts'

/** One platform's file. Size, checksum and oldest system are known only for a file that version.json itself links. */
export type DownloadFile = { href: string; size?: number; sha256?: string; minOS?: string }

/** The file of each platform. */
export type DownloadFiles = Record<Platform, DownloadFile>

/** A release as a page shows it. `complete` is false when some platform has only its fallback link. */
export type LatestRelease = {
  version: string
  releaseDate: string
  /** What is new, as plain text; null when the release says nothing. */
  notes: string | null
  files: DownloadFiles
  complete: boolean
}

/** The links that always work, beside version.json in the folder `downloads` (which ends in a slash). */
export function fallbackDownloads(productName: string, downloads: string): DownloadFiles {
  const paths = fallbackFiles(productName)
  const file = (platform: Platform) => ({ href: downloads + paths[platform].replace('latest/', '') })
  return {
    'windows-x64': file('windows-x64'),
    'macos-intel': file('macos-intel'),
    'macos-silicon': file('macos-silicon'),
  }
}

/**
 * Reads version.json from `downloads`. Rejects when it does not come within five seconds, is not OK, is not JSON or not of
 * the agreed shape. A link that is missing or leads elsewhere is replaced by that platform's fallback.
 */
export async function fetchRelease(downloads: string, fallback: DownloadFiles): Promise<LatestRelease> {
  const url = new URL('version.json', new URL(downloads, location.href)).href
  const answer = await fetch(url, { signal: AbortSignal.timeout(VERSION_TIMEOUT_MS), cache: 'no-cache' })
  if (!answer.ok) throw new Error(`version.json answered ${answer.status}`)
  const body: unknown = await answer.json()
  return releaseFrom(v.parse(releaseSchema, body), url, fallback)
}

/** Puts a checked version.json and the fallback links together, platform by platform. */
export function releaseFrom(release: Release, url: string, fallback: DownloadFiles): LatestRelease {
  const files = { ...fallback }
  let complete = true
  for (const platform of PLATFORMS) {
    const href = trustedLink(release.downloads[platform], url)
    if (href) files[platform] = { href, ...detailsOf(release, platform) }
    else complete = false
  }
  const notes = release.notes?.trim() || null
  return { version: release.version, releaseDate: release.releaseDate, notes, files, complete }
}

function detailsOf(release: Release, platform: Platform): Omit<DownloadFile, 'href'> {
  const size = release.size?.[platform]
  const sha256 = release.sha256?.[platform]
  const minOS = release.minOS?.[platform]
  return { ...(size && { size }), ...(sha256 && { sha256 }), ...(minOS && { minOS }) }
}
