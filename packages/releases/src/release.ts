import * as v from 'valibot'

/** The platforms that have an installer. The values are the keys of the per-platform objects in version.json. */
export const INSTALLER_PLATFORMS = ['windows-x64', 'macos-intel', 'macos-silicon'] as const

/** A platform that has an installer: one of `PLATFORMS`. */
export type InstallerPlatform = (typeof INSTALLER_PLATFORMS)[number]

/** The release channels: `stable` is offered to everyone, `beta` to those who chose it. */
export const RELEASE_CHANNELS = ['stable', 'beta'] as const

/** A release channel. */
export type ReleaseChannel = (typeof RELEASE_CHANNELS)[number]

/** The maximum length of a signed manifest in characters: the longest release notes, and some 2 kB for each file. */
export const MAX_RELEASE_MANIFEST_LENGTH = 100_000

function perPlatform<Schema extends v.GenericSchema>(schema: Schema) {
  return v.object({
    'windows-x64': v.optional(schema),
    'macos-intel': v.optional(schema),
    'macos-silicon': v.optional(schema),
  })
}

const shortText = v.pipe(v.string(), v.maxLength(100))

/**
 * Validates `latest/version.json`, which describes the newest release. A download link may be missing; its platform then gets the fallback
 * file. A release date that is missing or is not a string of at most 100 characters becomes ''. Any other value of a wrong type makes the
 * whole file invalid. Readers check the links themselves, because that needs the URL that the file was fetched from.
 */
export const releaseSchema = v.object({
  version: v.pipe(shortText, v.trim(), v.nonEmpty()),
  // An invalid release date is not an error: it becomes '', and the download page shows 'Recently' instead.
  releaseDate: v.fallback(shortText, ''),
  downloads: perPlatform(v.pipe(v.string(), v.maxLength(2048))),
  size: v.optional(perPlatform(v.pipe(v.number(), v.integer(), v.minValue(1)))),
  sha256: v.optional(perPlatform(v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/i)))),
  minOS: v.optional(perPlatform(shortText)),
  notes: v.optional(v.pipe(v.string(), v.maxLength(20_000))),
  /** The channel that the release was published on. Missing: `stable`. */
  channel: v.optional(v.picklist(RELEASE_CHANNELS)),
  /**
   * The exact text of the signed manifest (release-manifest.ts) and the text of its .minisig. They are in version.json as well as in files
   * of their own, so that one request returns a manifest with its own signature while a release is being replaced.
   */
  manifest: v.optional(v.pipe(v.string(), v.maxLength(MAX_RELEASE_MANIFEST_LENGTH))),
  signature: v.optional(v.pipe(v.string(), v.maxLength(4_000))),
  /** The percentage of devices to which the app's updater offers the release. Missing: all. The download page offers it to everyone. */
  staged: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(99))),
  /** The time at which an operator withdrew the release. It is then no longer offered, and its files stay. */
  halted: v.optional(shortText),
})

/** The content of version.json after validation. */
export type Release = v.InferOutput<typeof releaseSchema>
