/** The number of downloads that began on one day (UTC), for one platform and version. */
export type DownloadCount = { day: string; platform: string; version: string; downloads: number }

/** Adds up the downloads of the counts for which `isIncluded` returns true. */
export function sumDownloads(
  counts: readonly DownloadCount[],
  isIncluded: (count: DownloadCount) => boolean = () => true,
): number {
  return counts.filter(isIncluded).reduce((sum, { downloads }) => sum + downloads, 0)
}

/** Lists the versions in the counts, the highest number first. */
export function listVersions(counts: readonly DownloadCount[]): string[] {
  const versions = [...new Set(counts.map(({ version }) => version))]
  return versions.sort((a, b) => b.localeCompare(a, 'en', { numeric: true }))
}

const PLATFORM_ORDER = ['windows-x64', 'macos-intel', 'macos-silicon']

/** Lists the platforms in the counts: those of the releases first, then the others by name. */
export function listPlatforms(counts: readonly DownloadCount[]): string[] {
  const platforms = new Set(counts.map(({ platform }) => platform))
  const others = [...platforms].filter((platform) => !PLATFORM_ORDER.includes(platform)).sort()
  return [...PLATFORM_ORDER.filter((platform) => platforms.has(platform)), ...others]
}
