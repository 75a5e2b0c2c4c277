import { createServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createSelfSignedCertificate } from '../support/self-signed-certificate.ts'
import { runAdminWithEnvironment } from './admin-run.ts'

const PAGE = '<!doctype html><title>Somebody else</title><p>Welcome to another site.'
const KEY = 'sb_secret_of-this-test'
/** One CLI command for each API that the CLI calls: data API, account API, storage, edge functions, operations API. */
const COMMANDS = [
  ...[['spots', 'show'], ['users', 'list'], ['release', 'list'], ['doctor'], ['backup', '--to', '-']],
  ['move', '--to', 'postgres://user:password@db.example/site'],
]

/**
 * Returns a handler that responds with 200 on `/` and with the given status on every other path, always with an HTML
 * page.
 */
const pageWith =
  (status: number): RequestListener =>
  (request, response) => {
    request.resume()
    response.writeHead(request.url === '/' ? 200 : status, { 'content-type': 'text/html; charset=utf-8' }).end(PAGE)
  }

async function listening(server: ReturnType<typeof createServer>, scheme: string): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `${scheme}://localhost:${(server.address() as AddressInfo).port}`
}

test('an admin CLI command against a server with an untrusted TLS certificate exits with 1 and names NODE_EXTRA_CA_CERTS', async () => {
  const url = await listening(createTlsServer(await createSelfSignedCertificate('localhost'), pageWith(404)), 'https')
  for (const args of COMMANDS) {
    expect(
      await runAdminWithEnvironment(args, { SUPABASE_URL: url, SUPABASE_SECRET_KEY: 'x' }),
      args.join(' '),
    ).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(/^The certificate of https:\S+ is not trusted\.\n.*NODE_EXTRA_CA_CERTS/),
    })
  }
})

// Tests the status 200 as well as 404, because the server of a single-page app responds with 200 to every path.
test.each([404, 200])(
  'an admin CLI command exits with 1 when SUPABASE_URL serves an HTML page with status %s instead of the backend',
  async (status) => {
    const url = await listening(createServer(pageWith(status)), 'http')
    for (const args of COMMANDS) {
      const { code, out, err } = await runAdminWithEnvironment(args, { SUPABASE_URL: url, SUPABASE_SECRET_KEY: 'x' })
      expect([code, out], args.join(' ')).toEqual([1, ''])
      expect(err, args.join(' ')).toBe(
        `${url} answers with a web page, not as a backend.\nIs the server running, and is SUPABASE_URL its address?\n`,
      )
    }
  },
)

test('an admin CLI command against a URL that redirects exits with 1, names the new address, and sends the key nowhere else', async () => {
  const keys: unknown[] = []
  const stranger = await listening(
    createServer((request, response) => {
      keys.push(request.headers['apikey'], request.headers['authorization'])
      pageWith(200)(request, response)
    }),
    'http',
  )
  const url = await listening(
    createServer((request, response) => {
      request.resume()
      response.writeHead(308, { location: `${stranger}${request.url}` }).end()
    }),
    'http',
  )
  for (const args of COMMANDS) {
    const { code, out, err } = await runAdminWithEnvironment(args, { SUPABASE_URL: url, SUPABASE_SECRET_KEY: KEY })
    expect([code, out], args.join(' ')).toEqual([1, ''])
    expect(err, args.join(' ')).toBe(
      `${url} redirects to ${stranger}.\nThe operators’ key was not sent there. If that is your site, set SUPABASE_URL=${stranger}\n`,
    )
  }
  expect(keys).toEqual([])
})

test.each(['SUPABASE_URL', 'SITE_URL'])(
  'an admin CLI command exits with 1 and sends nothing when %s is an http address of another machine',
  async (name) => {
    let requests = 0
    const server = createServer((request, response) => {
      requests += 1
      pageWith(200)(request, response)
    })
    const { port } = new URL(await listening(server, 'http'))
    const url = `http://0.0.0.0:${port}` // reaches the server, but is no loopback address
    for (const args of COMMANDS) {
      const { code, err } = await runAdminWithEnvironment(args, { [name]: url, SUPABASE_SECRET_KEY: KEY })
      expect(code, args.join(' ')).toBe(1)
      expect(err, args.join(' ')).toContain(
        `${name}: ${url} is not encrypted, so the operators’ key is not sent.\nSet SUPABASE_URL=https://0.0.0.0, or run`,
      )
    }
    expect(requests).toBe(0)
  },
)
