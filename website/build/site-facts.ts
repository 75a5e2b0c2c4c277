import { createHash } from 'node:crypto'
import { type Product, productSchema } from '@site/contract/product'
import { parse } from 'valibot'
import { keepPresses } from './keep-presses.ts'
import type { PrerenderModule } from './prerender.ts'

type Environment = Record<string, string | undefined>

/** What mails and the server must know of the brand (product.json), checked by the contract's own schema. */
export function productFacts({ brand, promises, testimonialsAreSamples }: PrerenderModule, env: Environment): Product {
  const given = (name: string, value: string | undefined) => (value ? { [name]: value } : {})
  return parse(productSchema, {
    name: brand.name,
    domain: brand.domain,
    tagline: brand.tagline,
    mailboxes: brand.mailboxes,
    promises,
    testimonialsAreSamples,
    filmIsSample: brand.demoVideo.sample,
    downloadsBucket: brand.downloadsBucket,
    ...given('siteUrl', env.SITE_URL),
    ...given('supabaseUrl', env.VITE_SUPABASE_URL),
    ...given('downloadsUrl', env.VITE_DOWNLOADS_URL),
  })
}

/** What the content policy must allow besides the site's own files (headers.json). */
export function policyFacts({ brand }: PrerenderModule, env: Environment, inlineStyles: string[]) {
  const origins = [env.VITE_SUPABASE_URL, env.VITE_DOWNLOADS_URL].flatMap((url) => (url ? [new URL(url).origin] : []))
  const sockets = origins.map((origin) => origin.replace(/^http/, 'ws'))
  return {
    contentSecurityPolicy: {
      styleHashes: inlineStyles.map(hashOf),
      scriptHashes: [hashOf(keepPresses)],
      frameSrc: [new URL(brand.demoVideo.url).origin],
      connectSrc: [...new Set([...origins, ...sockets])],
      imgSrc: [],
    },
  }
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}
