import * as v from 'valibot'
import { emailAddressSchema } from './email.ts'
import { installerBaseSchema } from './installer-bases.ts'
import { SAMPLES, type SampleId } from './samples.ts'

const line = v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(200), v.regex(/^\P{Cc}*$/u))

/** Schema of the id of a sample. */
export const sampleIdSchema = v.picklist(Object.keys(SAMPLES) as SampleId[])

/** A public key of minisign: in base64 the letters `Ed`, the key id (8 bytes) and an Ed25519 key (32). */
const RELEASE_KEY = /^RW[Q-T][A-Za-z0-9+/]{53}$/

const webAddress = v.pipe(v.string(), v.url(), v.regex(/^https?:/i))

/**
 * Schema of product.json: the brand's name, texts and URLs that mails, HTTP headers and the server need. They are defined in the website's
 * brand.ts and content; the website's build writes product.json, which the self-contained server reads at start. On Supabase the edge
 * functions read the same JSON from the environment variable PRODUCT. Every text is a single line, because some are used in mail headers.
 */
export const productSchema = v.object({
  name: v.pipe(line, v.maxLength(60)),
  domain: v.pipe(line, v.regex(/^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/)),
  tagline: line,
  /**
   * The origin that the website's build wrote into pages and files. The self-contained server replaces this origin with its own SITE_URL.
   */
  siteUrl: v.optional(webAddress),
  mailboxes: v.object({ team: emailAddressSchema, support: emailAddressSchema, privacy: emailAddressSchema }),
  promises: v.array(v.object({ id: line, text: line })),
  /** Who writes the mails: the names for the first line, and the signature. */
  founders: v.object({ names: line, signature: line }),
  samples: v.optional(v.array(sampleIdSchema), []),
  downloadsBucket: v.optional(v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9_-]*$/)), 'downloads'),
  /** Folders on other hosts to which version.json may link for installers. */
  installerBases: v.optional(v.pipe(v.array(installerBaseSchema), v.readonly()), []),
  /** The public keys that may sign a release, newest first: lines `RW…` of minisign. While there is none, releases may be unsigned. */
  releaseKeys: v.optional(v.array(v.pipe(v.string(), v.regex(RELEASE_KEY, 'must be a public key of minisign'))), []),
  /** The names of the receivers that get personal data through webhooks. The privacy policy lists them. */
  webhookReceivers: v.optional(v.pipe(v.array(line), v.readonly()), []),
  /** URLs of the Supabase API and of the downloads folder that the build used. Each is left out when it is on the same host as the site. */
  supabaseUrl: v.optional(webAddress),
  downloadsUrl: v.optional(webAddress),
})

/** The content of product.json after validation. */
export type Product = v.InferOutput<typeof productSchema>
