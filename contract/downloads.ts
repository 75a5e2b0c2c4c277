import { isUnderInstallerBase } from './installer-bases.ts'
import { parseUrl } from './parse-url.ts'

/**
 * Returns a download link of version.json as an absolute URL, resolved against the URL of version.json. Returns null when the link leads
 * neither to the host of version.json nor into one of the folders `installerBases`, or has another scheme (`javascript:`, `data:`).
 */
export function resolveTrustedDownloadLink(
  link: string | undefined,
  versionUrl: string,
  installerBases: readonly string[] = [],
): string | null {
  const url = link ? parseUrl(link, versionUrl) : null
  if (url === null) return null
  const from = new URL(versionUrl)
  // Compares scheme and host instead of `origin`, because the origin of a blob: URL is that of the page that created the URL.
  const isOwnHost = url.protocol === from.protocol && url.host === from.host
  return isOwnHost || isUnderInstallerBase(url, installerBases) ? url.href : null
}

/**
 * Returns the paths of the fallback installers in the downloads bucket, used for a platform without a link in version.json. Storage accepts
 * only ASCII names, so accents are removed, and each run of other characters becomes a hyphen.
 */
export function getFallbackInstallerPaths(
  productName: string,
): Record<'windows-x64' | 'macos-intel' | 'macos-silicon', string> {
  const plain = productName.normalize('NFKD').replace(/\p{M}/gu, '')
  const stem = plain.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-|-$/g, '') || 'app'
  return {
    'windows-x64': `latest/${stem}-Setup-x64.exe`,
    'macos-intel': `latest/${stem}-intel.dmg`,
    'macos-silicon': `latest/${stem}-arm64.dmg`,
  }
}
