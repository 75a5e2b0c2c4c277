import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { productSchema } from '@site/contract/product'
import { parse } from 'valibot'
import { createReleaseSigner, type ReleaseSigner } from '../support/release-signer.ts'

const PRODUCT_FILE = new URL('../../website/dist/product.json', import.meta.url)
const PASSPHRASE = 'twelve green bottles'

/** A release key of a test: its file, the options of `release publish` that use it, and its passphrase as an environment variable. */
export type TestReleaseKey = { signer: ReleaseSigner; file: string; options: string[]; env: Record<string, string> }

/** Writes the secret key file of a new release key. */
export async function writeTestReleaseKey(folder: string, name = 'release.key'): Promise<TestReleaseKey> {
  const signer = createReleaseSigner()
  const file = join(folder, name)
  await writeFile(file, signer.encrypt(PASSPHRASE))
  return { signer, file, options: ['--key', file], env: { RELEASE_KEY_PASSPHRASE: PASSPHRASE } }
}

/** Returns the environment of a site that pins the given keys and is reached at the given URL. */
export function createPinnedEnvironment(siteUrl: string, ...keys: TestReleaseKey[]): Record<string, string> {
  const product = parse(productSchema, JSON.parse(readFileSync(PRODUCT_FILE, 'utf8')))
  const releaseKeys = keys.map(({ signer }) => signer.publicKey)
  return { PRODUCT: JSON.stringify({ ...product, releaseKeys }), SITE_URL: siteUrl, ...keys[0]?.env }
}
