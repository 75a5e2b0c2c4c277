import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError } from '@site/backend/config'
import { type Product, productSchema } from '@site/contract/product'
import * as v from 'valibot'

/**
 * Reads the product's name and texts for e-mails and messages from `product.json`, which the website's build writes. Throws a ConfigError
 * when the file is missing or invalid.
 */
export async function readProduct(folder: string): Promise<Product> {
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
