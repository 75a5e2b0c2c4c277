import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError } from '@site/backend/config'
import { type Product, productSchema } from '@site/contract/product'
import * as v from 'valibot'
import type { WebsiteOpener } from './site-application.ts'

/** Returns a function that opens the website that a build wrote into the given folder (`website/dist`). */
export function createBuiltWebsiteOpener(folder: string): WebsiteOpener {
  return async (config) => {
    const [{ openBuiltSite }, product] = await Promise.all([import('./site/built-site.ts'), readProduct(folder)])
    // Pages that call another backend keep the key of that backend, which the build wrote.
    const key = product.supabaseUrl === undefined ? config.publishableKey : null
    return { site: await openBuiltSite(folder, config.siteUrl, product.siteUrl, key), product }
  }
}

/**
 * Reads the product's name and texts for e-mails and messages from `product.json`, which the website's build writes. Throws a ConfigError
 * when the file is missing or invalid.
 */
async function readProduct(folder: string): Promise<Product> {
  try {
    return v.parse(productSchema, JSON.parse(await readFile(join(folder, 'product.json'), 'utf8')))
  } catch (cause) {
    throw new ConfigError(
      'website/dist/product.json is missing or wrong: build the website again with npm run build.',
      {
        cause,
      },
    )
  }
}
