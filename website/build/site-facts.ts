import { createHash } from 'node:crypto'
import { type Product, productSchema } from '@site/contract/product'
import { isPublicAddress, SAMPLES } from '@site/contract/samples'
import { parse } from 'valibot'
import type { PrerenderModule } from './built-pages.ts'

type Environment = Record<string, string | undefined>

/**
 * Returns the origin that the build writes into pages and files: SITE_URL, or else the brand's domain. A static host serves the files
 * unchanged; the self-contained server replaces the origin by its own SITE_URL. Throws when SITE_URL is not an http(s) URL without a path.
 */
export function resolveSiteOrigin({ brand }: PrerenderModule, env: Environment): string {
  const given = env.SITE_URL?.trim() || `https://${brand.domain}`
  const url = URL.canParse(given) ? new URL(given) : null
  if (url === null || !/^https?:$/.test(url.protocol) || url.href !== `${url.origin}/`)
    throw new Error('SITE_URL must be an http or https address without a path, such as https://www.example.com.')
  return url.origin
}

/**
 * Returns the publishable key that the build writes into the pages, for a site and a backend on different hosts. The self-contained server
 * replaces it by its own.
 */
export function readBuildPublishableKey(env: Environment): string {
  return env.VITE_SUPABASE_PUBLISHABLE_KEY?.trim() ?? ''
}

/** Returns the content of product.json: brand name, texts and URLs for mails and the server, validated by the schema in contract/. */
export function createProductFacts(site: PrerenderModule, env: Environment): Product {
  const { brand, promises, founders, contentSamples } = site
  const given = (name: string, value: string | undefined) => (value ? { [name]: value } : {})
  return parse(productSchema, {
    name: brand.name,
    domain: brand.domain,
    tagline: brand.tagline,
    mailboxes: brand.mailboxes,
    promises,
    founders: { names: founders.names, signature: founders.signature },
    samples: contentSamples,
    downloadsBucket: brand.downloadsBucket,
    installerBases: brand.installerBases,
    releaseKeys: brand.release.publicKeys,
    webhookReceivers: brand.webhookReceivers,
    siteUrl: resolveSiteOrigin(site, env),
    ...given('supabaseUrl', env.VITE_SUPABASE_URL),
    ...given('downloadsUrl', env.VITE_DOWNLOADS_URL),
  })
}

/**
 * Checks the sample content before a build. For a public SITE_URL, returns a warning for each sample, and throws when the owner has not chosen
 * the FAQ's answer about photos that are let go; for a local site, returns no warnings.
 */
export function checkSampleContent(
  { contentSamples }: Pick<PrerenderModule, 'contentSamples'>,
  env: Environment,
): string[] {
  const siteUrl = env.SITE_URL?.trim()
  if (!siteUrl || !isPublicAddress(siteUrl)) return []
  if (contentSamples.includes('let-go')) {
    throw new Error(
      'The FAQ must say what happens to a photo that is let go: set letGo in website/app/content/promises.ts to folder, bin or list.',
    )
  }
  return contentSamples.map((id) => `Warning: ${SAMPLES[id].name}: ${SAMPLES[id].advice}`)
}

/** The contents of the inline style and script elements of all pages. */
type InlineSources = { styles: readonly string[]; scripts: readonly string[] }

/** Returns the content of headers.json: hosts and hashes that the content security policy must allow besides the site's own files. */
export function collectCspSources({ brand }: PrerenderModule, env: Environment, inline: InlineSources) {
  const origins = [env.VITE_SUPABASE_URL, env.VITE_DOWNLOADS_URL].flatMap((url) => (url ? [new URL(url).origin] : []))
  const sockets = origins.map((origin) => origin.replace(/^http/, 'ws'))
  return {
    contentSecurityPolicy: {
      styleHashes: inline.styles.map(hashOf),
      scriptHashes: inline.scripts.map(hashOf),
      frameSrc: [new URL(brand.demoVideo.url).origin],
      connectSrc: [...new Set([...origins, ...sockets])],
      imgSrc: [],
    },
  }
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}
