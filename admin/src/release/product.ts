import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Product, productSchema } from '@site/contract/product'
import * as v from 'valibot'
import { CommandFailure } from '../failures.ts'

const FILE = join(import.meta.dirname, '../../../website/dist/product.json')

/**
 * Reads product.json, which the build of the web site writes. Its product name determines the file names of the downloads. Throws a
 * CommandFailure when the site was not built.
 */
export async function readProduct(): Promise<Product> {
  try {
    return v.parse(productSchema, JSON.parse(await readFile(FILE, 'utf8')))
  } catch (cause) {
    throw new CommandFailure(
      'bad_file',
      'The site has not been built here, so the names of its downloads are unknown.',
      {
        hint: 'Run: npm run build',
        cause,
      },
    )
  }
}
