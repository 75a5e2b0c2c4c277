import * as v from 'valibot'

/** The platforms there is a file for, in the spelling of version.json. */
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
 * `latest/version.json`. A link may be left out (the fallback then serves that platform), and a date that is left out or is no
 * short text is ''; any other value of the wrong type refuses the whole file. Links are checked apart, with `trustedLink`, since only the reader knows the file's address.
 */
export const releaseSchema = v.object({
  version: v.pipe(shortText, v.trim(), v.nonEmpty()),
  // Decoration: the page says 'Recently' of what cannot be read.
  releaseDate: v.fallback(shortText, ''),
  downloads: perPlatform(v.pipe(v.string(), v.maxLength(2048))),
  size: v.optional(perPlatform(v.pipe(v.number(), v.integer(), v.minValue(1)))),
  sha256: v.optional(perPlatform(v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/i)))),
  minOS: v.optional(perPlatform(shortText)),
  notes: v.optional(v.pipe(v.string(), v.maxLength(20_000))),
})

/** A checked version.json. */
export type Release = v.InferOutput<typeof releaseSchema>

/**
 * The address behind a link of version.json, resolved against the file's own address, or null when it leads to another
 * host or is no web address at all (`javascript:`, `data:`).
 */
export function trustedLink(link: string | undefined, versionUrl: string): string | null {
  if (!link || !URL.canParse(link, versionUrl)) return null
  const url = new URL(link, versionUrl)
  const from = new URL(versionUrl)
  // The scheme is compared by itself: the origin of a blob: address is that of the page that made it.
  return url.protocol === from.protocol && url.host === from.host ? url.href : null
}

/**
 * The files that are always there, as paths in the downloads bucket: what a platform gets when version.json has no link. Storage
 * takes names of ASCII letters only: accents are left out, and what else is no letter or digit becomes a hyphen.
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
