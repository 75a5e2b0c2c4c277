import { createServer, type RequestListener } from 'node:http'
import * as v from 'valibot'
import { expect, onTestFinished, test } from 'vitest'
import { fetchWithSecret, isEncryptedOrLoopback } from './fetch-with-secret.ts'

async function listen(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${v.parse(v.object({ port: v.number() }), server.address()).port}`
}

test.each([301, 302, 303, 307, 308])(
  'fetchWithSecret rejects a redirect with status %i, and sends the key nowhere else',
  async (status) => {
    const keys: unknown[] = []
    const stranger = await listen((request, response) => {
      keys.push(request.headers['apikey'])
      response.end()
    })
    const origin = await listen((_request, response) => {
      response.writeHead(status, { location: `${stranger}/rest/v1/` }).end()
    })
    const init = { headers: { apikey: 'the key' } }
    await (await fetch(origin, init)).body?.cancel()
    expect(keys, 'fetch alone sends the key to the other origin').toEqual(['the key'])
    await expect(fetchWithSecret(origin, init)).rejects.toThrow(`redirects to ${stranger}`)
    await expect(fetchWithSecret(new Request(origin, init))).rejects.toThrow(`redirects to ${stranger}`)
    expect(keys).toHaveLength(1)
  },
)

test('fetchWithSecret returns other responses as they are', async () => {
  const origin = await listen((request, response) => {
    response.writeHead(Number(request.url?.slice(1))).end()
  })
  for (const status of [200, 304, 404, 500]) expect((await fetchWithSecret(`${origin}/${status}`)).status).toBe(status)
})

test('fetchWithSecret sends nothing over http to another machine unless told that its network is private', async () => {
  let requests = 0
  const url = new URL(
    await listen((_request, response) => {
      requests += 1
      response.end()
    }),
  )
  url.hostname = '0.0.0.0' // reaches the server, but is no loopback address
  await expect(fetchWithSecret(url)).rejects.toThrow('is not encrypted')
  expect(requests).toBe(0)
  expect((await fetchWithSecret(url, {}, { allowInsecureHttp: true })).ok).toBe(true)
})

test.each([
  ['https://example.com', true],
  ['http://localhost:3000', true],
  ['http://127.1.2.3', true],
  ['http://[::1]:3000', true],
  ['http://example.com', false],
  ['http://localhost.example.com', false],
  ['http://127.0.0.1.example.com', false],
  ['http://10.0.0.1', false],
  ['ftp://localhost', false],
])('isEncryptedOrLoopback(%s) is %s', (url, expected) => {
  expect(isEncryptedOrLoopback(new URL(url))).toBe(expected)
})
