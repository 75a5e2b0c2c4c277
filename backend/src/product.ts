import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Product, productSchema } from '@site/contract/product'
import * as v from 'valibot'
import { ConfigError } from './config.ts'

/** Reads the brand data for e-mails and messages, written by the website's build. Throws a ConfigError when it is missing or invalid. */
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
