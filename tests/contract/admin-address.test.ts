import { createServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createSelfSignedCertificate } from '../support/self-signed-certificate.ts'
import { runAdminWithEnvironment } from './admin-run.ts'

const PAGE = '<!doctype html><title>Somebody else</title><p>Welcome to another site.'
/** One CLI command for each API that the CLI calls: data API, account API, storage, edge functions, operations API. */
const COMMANDS = [['spots', 'show'], ['users', 'list'], ['release', 'list'], ['doctor'], ['backup', '--to', '-']]

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
