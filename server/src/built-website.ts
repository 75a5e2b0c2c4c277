import type { WebsiteOpener } from './site-application.ts'

/** Returns a function that opens the website that a build wrote into the given folder (`website/dist`). */
export function createBuiltWebsiteOpener(folder: string): WebsiteOpener {
  return async (config) => {
    const [{ openBuiltSite }, { readProduct }] = await Promise.all([
      import('./site/built-site.ts'),
      import('./product.ts'),
    ])
    const product = await readProduct(folder)
    return { site: await openBuiltSite(folder, config.siteUrl, product.siteUrl), product }
  }
}
