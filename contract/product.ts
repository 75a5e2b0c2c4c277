import * as v from 'valibot'
import { addressSchema } from './email.ts'

const line = v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(200), v.regex(/^\P{Cc}*$/u))

const webAddress = v.pipe(v.string(), v.url(), v.regex(/^https?:/i))

/**
 * What mails, headers and the server must know of the brand. The value lives in the website's brand.ts and content; its
 * build writes product.json, which the self-contained server reads at start. On Supabase the functions read it from the
 * variable PRODUCT. Every text is one line, so that it can stand in a mail header.
 */
export const productSchema = v.object({
  name: v.pipe(line, v.maxLength(60)),
  domain: v.pipe(line, v.regex(/^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/)),
  tagline: line,
  /** The origin that the built pages and files hold. The server puts its own SITE_URL in its place. */
  siteUrl: v.optional(webAddress),
  mailboxes: v.object({ team: addressSchema, support: addressSchema, privacy: addressSchema }),
  promises: v.array(v.object({ id: line, text: line })),
  testimonialsAreSamples: v.optional(v.boolean(), false),
  filmIsSample: v.optional(v.boolean(), false),
  downloadsBucket: v.optional(v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9_-]*$/)), 'downloads'),
  /** Where the built site was told to find its backend and its downloads, when that is another host than its own. */
  supabaseUrl: v.optional(webAddress),
  downloadsUrl: v.optional(webAddress),
})

/** A checked product.json. */
export type Product = v.InferOutput<typeof productSchema>
