// Layout shifts of pages whose HTML arrives in pieces, as on a slow connection or a busy computer.
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { expect, test, WITH_MOTION } from '../support/journey.ts'
import { enterPage, QUIET, readRecordedFrames, recordFrames } from './layout-shifts.ts'

test.use(WITH_MOTION)

const PIECES = 40

/** Starts a server that sends the files of the site. It splits HTML into pieces and waits 50 ms, some frames, after each. */
async function startSlowServer(siteUrl: string) {
  const send = async (path: string, response: ServerResponse) => {
    const { status, headers, body } = await fetch(siteUrl + path, { headers: { 'accept-encoding': 'identity' } })
    const type = headers.get('content-type') ?? ''
    const policy = headers.get('content-security-policy')
    response.writeHead(status, { 'content-type': type, ...(policy && { 'content-security-policy': policy }) })
    const bytes = body ? Buffer.from(await new Response(body).arrayBuffer()) : Buffer.alloc(0)
    const length = type.startsWith('text/html') ? Math.ceil(bytes.length / PIECES) : bytes.length
    for (let at = 0; at < bytes.length; at += length) {
      response.write(bytes.subarray(at, at + length))
      await setTimeout(50)
    }
    response.end()
  }
  const server = createServer((request, response) => void send(request.url ?? '/', response))
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://localhost:${port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

for (const path of ['/', '/download', '/terms', '/privacy', '/nowhere']) {
  const tag = path === '/' ? [] : '@rehearsal'
  test(`${path} has no layout shift when its HTML arrives in ${PIECES} pieces`, { tag }, async ({
    page,
    backend,
    announce,
  }) => {
    if (path === '/nowhere') announce.trouble(/404/)
    await using slow = await startSlowServer(backend.url)
    await page.addInitScript(recordFrames)
    await enterPage(page, slow.url + path)
    await page.waitForLoadState('networkidle') // Scripts and fonts that are loaded later come from the slow server too.
    expect(await readRecordedFrames(page)).toEqual(QUIET)
  })
}
