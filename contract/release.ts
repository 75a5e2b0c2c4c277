import * as v from 'valibot'

/** The platforms that have an installer, as the keys of version.json. */
export const PLATFORMS = ['windows-x64', 'macos-intel', 'macos-silicon'] as const

/** One of `PLATFORMS`. */
export type Platform = (typeof PLATFORMS)[number]

function perPlatform<Schema extends v.GenericSchema>(schema: Schema) {
  return v.object({
    'windows-x64': v.optional(schema),
    'macos-intel': v.optional(schema),
    'macos-silicon': v.optional(schema),
  })
}

const shortText = v.pipe(v.string(), v.maxLength(100))

/**
 * Validates `latest/version.json`. A link may be missing (that platform then gets the fallback file). A missing date, or one that is not
 * a text of at most 100 characters, becomes ''. Any other value of a wrong type rejects the whole file. Links are checked separately
 * with `trustedLink`, which needs the address that the file was fetched from.
 */
export const releaseSchema = v.object({
  version: v.pipe(shortText, v.trim(), v.nonEmpty()),
  // An invalid date is not an error: the page shows 'Recently' instead.
  releaseDate: v.fallback(shortText, ''),
  downloads: perPlatform(v.pipe(v.string(), v.maxLength(2048))),
  size: v.optional(perPlatform(v.pipe(v.number(), v.integer(), v.minValue(1)))),
  sha256: v.optional(perPlatform(v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/i)))),
  minOS: v.optional(perPlatform(shortText)),
  notes: v.optional(v.pipe(v.string(), v.maxLength(20_000))),
})

/** A validated version.json. */
export type Release = v.InferOutput<typeof releaseSchema>

/**
 * Returns a link of version.json as an absolute URL, resolved against the address of the file, or null when it leads to another host or
 * has another scheme (`javascript:`, `data:`).
 */
export function trustedLink(link: string | undefined, versionUrl: string): string | null {
  if (!link || !URL.canParse(link, versionUrl)) return null
  const url = new URL(link, versionUrl)
  const from = new URL(versionUrl)
  // Compares scheme and host, not `origin`: the origin of a blob: URL is that of the page that created it.
  return url.protocol === from.protocol && url.host === from.host ? url.href : null
}

/**
 * Returns the paths in the downloads bucket of the files that a platform gets when version.json has no link for it. Storage accepts ASCII
 * names only: accents are removed, and each run of other characters becomes a hyphen.
 */
export function fallbackFiles(productName: string): Record<Platform, string> {
  const plain = productName.normalize('NFKD').replace(/\p{M}/gu, '')
  const stem = plain.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-|-$/g, '') || 'app'
  return {
    'windows-x64': `latest/${stem}-Setup-x64.exe`,
    'macos-intel': `latest/${stem}-intel.dmg`,
    'macos-silicon': `latest/${stem}-arm64.dmg`,
  }
}
