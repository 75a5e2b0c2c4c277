import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { Agent, createServer, get } from 'node:http'
import { join } from 'node:path'
import { findChunkName } from '../../server/src/site/available-dictionary.ts'
import { openBuiltSite } from '../../server/src/site/built-site.ts'
import type { SitePages } from '../../server/src/site/site.ts'
import { writeChangedRelease } from '../support/changed-release.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'

const website = join(import.meta.dirname, '../../website/dist')
const ORIGIN = 'http://localhost:3000'

/**
 * Returns the size in bytes of the server's response to a browser, for each URL path: everything sent over HTTP/1.1, with headers
 * and compressed body. `npm run bench bytes` measures the same in a real browser.
 */
export async function measureResponseSizes(addresses: readonly string[]): Promise<Map<string, number>> {
  return measure(await openBuiltSite(website, ORIGIN), addresses)
}

/**
 * Like `measureResponseSizes`, for scripts and a browser that has those of an earlier release, in which some sentences and one component
 * were different, and takes differences from them (RFC 9842).
 */
export async function measureScriptsAfterRelease(scripts: readonly string[]): Promise<Map<string, number>> {
  await using folder = await createTemporaryFolder('releases-')
  const kept = join(folder.path, 'kept')
  await writeChangedRelease(website, folder.path)
  const earlier = await openBuiltSite(folder.path, ORIGIN)
  await earlier.keepScripts?.(kept)
  const site = await openBuiltSite(website, ORIGIN)
  await site.keepScripts?.(kept)
  const dictionaries = new Map<string, string>()
  for (const name of await readdir(join(folder.path, 'client/assets'))) {
    const chunkName = findChunkName(`/assets/${name}`)
    if (chunkName === null) continue
    const bytes = await readFile(join(folder.path, 'client/assets', name))
    dictionaries.set(chunkName, createHash('sha256').update(bytes).digest('base64'))
  }
  return measure(site, scripts, (path) => dictionaries.get(findChunkName(path) ?? ''))
}

async function measure(
  site: SitePages,
  addresses: readonly string[],
  findDictionary: (path: string) => string | undefined = () => undefined,
): Promise<Map<string, number>> {
  const server = createServer((request, response) => site.answer(request, response)).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  const counted = await Promise.all(
    addresses.map(
      async (path) => [path, await bytesOf(`http://127.0.0.1:${address.port}${path}`, findDictionary(path))] as const,
    ),
  )
  server.close()
  server.closeAllConnections()
  return new Map(counted)
}

/**
 * Uses a separate keep-alive connection for each request, because a browser also receives the keep-alive headers and they count
 * towards the size.
 */
function bytesOf(url: string, dictionary: string | undefined): Promise<number> {
  const agent = new Agent({ keepAlive: true })
  const headers =
    dictionary === undefined
      ? { 'accept-encoding': 'gzip, deflate, br, zstd' }
      : { 'accept-encoding': 'gzip, deflate, br, zstd, dcb, dcz', 'available-dictionary': `:${dictionary}:` }
  return new Promise((resolve, reject) => {
    const request = get(url, { agent, headers }, (response) => {
      const { socket, statusCode } = response
      response.resume().once('end', () => {
        const bytes = socket.bytesRead
        agent.destroy()
        if (statusCode === 200) resolve(bytes)
        else reject(new Error(`${url} was answered ${statusCode}.`))
      })
    })
    request.once('error', reject)
  })
}
