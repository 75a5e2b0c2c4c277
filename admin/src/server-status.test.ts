import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { fetchServerStatus } from './server-status.ts'
import { createSiteClient } from './site.ts'

test('fetchServerStatus throws a CommandFailure that names the site when the site cannot be reached', async () => {
  const site = createSiteClient({ SUPABASE_URL: 'http://127.0.0.1:1', SUPABASE_SECRET_KEY: 'sb_secret_of-this-test' })
  await expect(fetchServerStatus(site)).rejects.toMatchObject({
    code: 'unreachable',
    message: 'http://127.0.0.1:1 cannot be reached.',
  })
})

test('a command says that a request may have been done when the connection ends before the answer', async () => {
  const server = createServer((request) => request.socket.destroy()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const url = `http://127.0.0.1:${address !== null && typeof address === 'object' ? address.port : 0}`
  const site = createSiteClient({ SUPABASE_URL: url, SUPABASE_SECRET_KEY: 'sb_secret_of-this-test' })
  await expect(fetchServerStatus(site)).rejects.toMatchObject({
    code: 'unreachable',
    message: `The connection to ${url} ended before the answer.`,
    hint: 'It may have been done: look before you repeat it.',
  })
  server.close()
})

test.each([
  [401, 'key_refused', /does not accept the key/],
  [429, 'unreachable', /responds with status 429/],
  [503, 'unreachable', /responds with status 503/],
])('fetchServerStatus throws a CommandFailure when the site responds with status %i', async (status, code, message) => {
  await using site = await startSite(status)
  await expect(fetchServerStatus(site.client)).rejects.toMatchObject({ code, message: expect.stringMatching(message) })
})

test('fetchServerStatus returns null for a backend without the endpoint, as on Supabase', async () => {
  await using site = await startSite(404)
  expect(await fetchServerStatus(site.client)).toBeNull()
})

async function startSite(status: number) {
  const server = createServer((_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  return {
    client: createSiteClient({
      SUPABASE_URL: `http://127.0.0.1:${port}`,
      SUPABASE_SECRET_KEY: 'sb_secret_of-this-test',
    }),
    [Symbol.asyncDispose]: async () => void server.close(),
  }
}
