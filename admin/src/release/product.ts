import { join } from 'node:path'
import { type Product, productSchema } from '@site/contract/product'
import * as v from 'valibot'
import { CommandFailure } from '../failures.ts'
import { readTextFile } from '../read-text-file.ts'
import type { EnvironmentVariables } from '../settings.ts'

const FILE = join(import.meta.dirname, '../../../website/dist/product.json')

/**
 * Reads product.json, which the build of the web site writes: the product name determines the file names of the downloads, and its release
 * keys who may sign. PRODUCT may contain the JSON instead, on a computer that does not build the site. Throws a CommandFailure when there
 * is neither.
 */
export async function readProduct(env: EnvironmentVariables): Promise<Product> {
  try {
    return v.parse(productSchema, JSON.parse(env['PRODUCT'] || readTextFile(FILE)))
  } catch (cause) {
    throw new CommandFailure(
      'bad_file',
      'The site has not been built here, or PRODUCT is not valid, so the names of its downloads are unknown.',
      {
        hint: 'Run: npm run build',
        cause,
      },
    )
  }
}
