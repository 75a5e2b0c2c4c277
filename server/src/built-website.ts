import type { WebsiteOpener } from './site-application.ts'

/** Returns a function that opens the website that a build wrote into the given folder (`website/dist`). */
export function createBuiltWebsiteOpener(folder: string): WebsiteOpener {
  return async (config) => {
    const [{ openBuiltSite }, { readProduct }] = await Promise.all([
      import('./site/built-site.ts'),
      import('./product.ts'),
    ])
    const product = await readProduct(folder)
    // Pages that call another backend keep the key of that backend, which the build wrote.
    const key = product.supabaseUrl === undefined ? config.publishableKey : null
    return { site: await openBuiltSite(folder, config.siteUrl, product.siteUrl, key), product }
  }
}
