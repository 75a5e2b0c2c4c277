import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { object, parse, string } from 'valibot'
import { createCspOfPage, readCspSources } from './page-csp.ts'
import { listPublicFiles } from './site-files.ts'
import { formatStaticHeadersFile } from './static-headers.ts'

/*
 * A step of a build: writes the file `client/_headers` for static hosts. This server itself does not use the file. `node
 * server/src/site/write-static-headers.ts website/dist`
 */

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('Which folder?')

const client = join(folder, 'client')
const product: unknown = JSON.parse(await readFile(join(folder, 'product.json'), 'utf8'))
const { siteUrl } = parse(object({ siteUrl: string() }), product)
const sources = await readCspSources(folder)
const paths = await listPublicFiles(client)
const pages = await Promise.all(
  paths
    .filter((path) => path.endsWith('.html'))
    .map(async (path) => [path, createCspOfPage(await readFile(join(client, path), 'utf8'), sources)] as const),
)
const policies = new Map(pages)
const policyOf = (path: string) => policies.get(path) ?? createCspOfPage('', sources)
await writeFile(join(client, '_headers'), formatStaticHeadersFile(paths, siteUrl, policyOf))
