import { getFallbackInstallerPaths, resolveTrustedDownloadLink } from '@site/contract/downloads'
import { INSTALLER_PLATFORMS, type InstallerPlatform, type Release, releaseSchema } from '@site/releases/release'
import * as v from 'valibot'
import { brand } from '../brand.ts'
import { VERSION_FILE_TIMEOUT_MS } from '../constants.ts'

/**
 * The installer of the app for one platform. Size, checksum and minimum system version are known only when version.json contains a valid
 * link to the file.
 */
export type DownloadFile = { href: string; size?: number; sha256?: string; minOS?: string }

/** The app's installers, by platform. */
export type DownloadFiles = Record<InstallerPlatform, DownloadFile>

/**
 * The latest release of the app, prepared for display. `complete` is false when at least one platform has only its fallback download link.
 */
export type LatestRelease = {
  version: string
  releaseDate: string
  /** Release notes as plain text, or null when there are none. */
  notes: string | null
  files: DownloadFiles
  complete: boolean
  /** The texts of the signed manifest and its signature, not verified; null for an unsigned release. */
  signed: { manifest: string; signature: string } | null
}

/**
 * Returns each platform's fallback download link, for use when version.json has no valid link. `downloads` is the URL of the folder of
 * version.json, with a trailing slash.
 */
export function getFallbackDownloads(productName: string, downloads: string): DownloadFiles {
  const paths = getFallbackInstallerPaths(productName)
  const file = (platform: InstallerPlatform) => ({ href: downloads + paths[platform].replace('latest/', '') })
  return {
    'windows-x64': file('windows-x64'),
    'macos-intel': file('macos-intel'),
    'macos-silicon': file('macos-silicon'),
  }
}

/**
 * Fetches version.json from the folder with the URL `downloads`. Rejects after a timeout of five seconds, on an error status, or when the
 * body is not valid. A download link that is missing, or that leads neither to version.json's host nor into one of the brand's `installerBases`, is
 * replaced by the platform's fallback link.
 */
export async function fetchRelease(downloads: string, fallback: DownloadFiles): Promise<LatestRelease> {
  const url = new URL('version.json', new URL(downloads, location.href)).href
  const response = await fetch(url, { signal: AbortSignal.timeout(VERSION_FILE_TIMEOUT_MS), cache: 'no-cache' })
  if (!response.ok) throw new Error(`version.json: HTTP ${response.status}`)
  const body: unknown = await response.json()
  return resolveReleaseDownloads(v.parse(releaseSchema, body), url, fallback)
}

/** Combines a validated version.json with the fallback links: each platform without a trusted download link gets its fallback link. */
export function resolveReleaseDownloads(release: Release, url: string, fallback: DownloadFiles): LatestRelease {
  const files = { ...fallback }
  let complete = true
  for (const platform of INSTALLER_PLATFORMS) {
    const href = resolveTrustedDownloadLink(release.downloads[platform], url, brand.installerBases)
    if (href) files[platform] = { href, ...detailsOf(release, platform) }
    else complete = false
  }
  const notes = release.notes?.trim() || null
  const { manifest, signature, version, releaseDate } = release
  const signed = manifest !== undefined && signature !== undefined ? { manifest, signature } : null
  return { version, releaseDate, notes, files, complete, signed }
}

function detailsOf(release: Release, platform: InstallerPlatform): Omit<DownloadFile, 'href'> {
  const size = release.size?.[platform]
  const sha256 = release.sha256?.[platform]
  const minOS = release.minOS?.[platform]
  return { ...(size && { size }), ...(sha256 && { sha256 }), ...(minOS && { minOS }) }
}
