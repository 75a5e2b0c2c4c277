import { Agent, createServer, get } from 'node:http'
import { join } from 'node:path'
import { openBuiltSite } from '../../server/src/site/built-site.ts'

const website = join(import.meta.dirname, '../../website/dist')

/**
 * Returns the size in bytes of the server's response to a browser, for each URL path: everything sent over HTTP/1.1, with headers
 * and compressed body. `npm run bench bytes` measures the same in a real browser.
 */
export async function measureResponseSizes(addresses: readonly string[]): Promise<Map<string, number>> {
  const site = await openBuiltSite(website, 'http://localhost:3000')
  const server = createServer((request, response) => site.answer(request, response)).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  const counted = await Promise.all(
    addresses.map(async (path) => [path, await bytesOf(`http://127.0.0.1:${address.port}${path}`)] as const),
  )
  server.close()
  server.closeAllConnections()
  return new Map(counted)
}

/**
 * Uses a separate keep-alive connection for each request, because a browser also receives the keep-alive headers and they count
 * towards the size.
 */
function bytesOf(url: string): Promise<number> {
  const agent = new Agent({ keepAlive: true })
  return new Promise((resolve, reject) => {
    const request = get(url, { agent, headers: { 'accept-encoding': 'gzip, deflate, br, zstd' } }, (response) => {
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
