import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { openBuiltSite } from './built-site.ts'

const pages = {
  'client/index.html': `<h1>Home</h1>${' fondly'.repeat(100)}`,
  'client/404.html': `<h1>Not found</h1><code id="attempted-path" dir="ltr">this address</code>${' fondly'.repeat(100)}`,
  'client/download/index.html': '<h1>Download</h1>',
  'client/assets/app-1a2b.js': `console.log(1)${'//'.repeat(300)}`,
  'client/assets/app-1a2b.js.map': '{}',
  'client/favicon.svg': '<svg/>',
  'client/.env': 'SECRET=1',
  'client/.well-known/security.txt': 'Contact: mailto:team@fondly.example',
  'client/notes.doc': 'unknown kind',
  'secret.html': '<h1>outside</h1>',
}

async function serve(files: Record<string, string> = pages, siteUrl = 'https://fondly.example') {
  const folder = await mkdtemp(join(tmpdir(), 'site-'))
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  const site = await openBuiltSite(folder, siteUrl)
  const server = createServer((request, response) => site.answer(request, response)).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  return {
    get: (path: string, init: RequestInit = {}) =>
      fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual', ...init }),
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
      await rm(folder, { recursive: true })
    },
  }
}

test('the site server serves a page at its URL without .html, with Cache-Control no-cache', async () => {
  await using site = await serve()
  const page = await site.get('/download')
  expect(page.status).toBe(200)
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(page.headers.get('cache-control')).toBe('no-cache')
  expect(await page.text()).toBe('<h1>Download</h1>')
})

test('the site server serves the same page with and without a query string', async () => {
  await using site = await serve()
  expect(await (await site.get('/download?session_id=cs_1')).text()).toBe('<h1>Download</h1>')
})

test('the site server sends X-Robots-Tag noindex only for unknown paths and for URLs with a session_id parameter', async () => {
  await using site = await serve()
  for (const path of ['/download?session_id=cs_1', '/download?from=mail&session_id=cs_1', '/nowhere']) {
    expect((await site.get(path)).headers.get('x-robots-tag'), path).toBe('noindex')
  }
  for (const path of ['/', '/download', '/download?from=mail', '/download?about=session_id', '/favicon.svg']) {
    expect((await site.get(path)).headers.get('x-robots-tag'), path).toBeNull()
  }
})

test('the site server lets a browser cache an asset with a content hash in its name for a year', async () => {
  await using site = await serve()
  const asset = await site.get('/assets/app-1a2b.js')
  expect(asset.headers.get('cache-control')).toBe('max-age=31536000, immutable')
  expect(asset.headers.get('content-type')).toBe('text/javascript')
})

test('the site server responds with 404 and the 404 page to unknown, hidden and path-traversal URLs', async () => {
  await using site = await serve()
  const paths = [
    '/nowhere',
    '/404',
    '/index.html',
    '/download/index.html',
    '/assets/app-1a2b.js.map',
    '/.env',
    '/notes.doc',
    '/secret.html',
    '/..%2fsecret.html',
    '/%2e%2e/secret.html',
    '/..%5csecret.html',
    '/assets/..%2f..%2fsecret.html',
    '/%00',
    '/%zz',
    '/DOWNLOAD',
    '/assets/',
    '//elsewhere.example/',
    '//elsewhere.example/%2e%2e',
  ]
  for (const path of paths) {
    const answer = await site.get(path)
    expect(answer.status, path).toBe(404)
    expect(await answer.text(), path).toContain('<h1>Not found</h1>')
  }
})

test('the 404 page contains the escaped path of its URL, in every encoding, without ETag or immutable caching', async () => {
  await using site = await serve()
  for (const [path, written] of [
    ['/nowhere?x=1', '/nowhere'],
    ['/%3Cscript%3E&amp;', '/&lt;script&gt;&amp;amp;'],
    ['/caf%C3%A9', '/café'],
    ['/%00', '/%00'],
    ['/%zz', '/%zz'],
    ['/$&$1', '/$&amp;$1'],
    [`/${'a&'.repeat(4_000)}`, `/${'a&amp;'.repeat(4_000)}`],
  ] as const) {
    for (const encoding of ['gzip, br', 'br', 'identity']) {
      const answer = await site.get(path, { headers: { 'accept-encoding': encoding, 'if-none-match': '*' } })
      expect(answer.status).toBe(404)
      const text = `<h1>Not found</h1><code id="attempted-path" dir="ltr">${written}</code>${' fondly'.repeat(100)}`
      expect(await answer.text(), `${path} as ${encoding}`).toBe(text)
      expect(answer.headers.get('content-encoding')).toBe(encoding.includes('gzip') ? 'gzip' : null)
      expect(answer.headers.get('etag')).toBeNull()
      expect(answer.headers.get('cache-control')).toBe('no-cache')
      expect(answer.headers.get('vary')).toBe('Accept-Encoding')
      const head = await site.get(path, { method: 'HEAD', headers: { 'accept-encoding': 'identity' } })
      expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(text)))
    }
  }
})

test('a 404 page without the element for the path is sent as it was built', async () => {
  await using site = await serve({ ...pages, 'client/404.html': '<h1>Not found</h1>' })
  expect(await (await site.get('/nowhere')).text()).toBe('<h1>Not found</h1>')
})

test('the site server redirects a page URL with a trailing slash to the one without, and keeps the query', async () => {
  await using site = await serve()
  const answer = await site.get('/download/?session_id=1')
  expect(answer.status).toBe(308)
  expect(answer.headers.get('location')).toBe('/download?session_id=1')
})

test('the site server compresses text, and each encoding has its own strong ETag', async () => {
  await using site = await serve()
  const plain = await site.get('/', { headers: { 'accept-encoding': 'identity' } })
  const squeezed = await site.get('/', { headers: { 'accept-encoding': 'br' } })
  expect(squeezed.headers.get('content-encoding')).toBe('br')
  expect(squeezed.headers.get('vary')).toBe('Accept-Encoding')
  expect(await squeezed.text()).toBe(await plain.text())
  expect(plain.headers.get('etag')).toMatch(/^"[\w-]+"$/)
  expect(squeezed.headers.get('etag')).not.toBe(plain.headers.get('etag'))
})

test('the site server sends no ETag with an immutable file, whose URL contains its content hash', async () => {
  await using site = await serve()
  const { headers } = await site.get('/assets/app-1a2b.js')
  expect(headers.get('cache-control')).toContain('immutable')
  expect(headers.get('etag')).toBeNull()
})

test('the site server sends a file that was compressed at build time without compressing it again', async () => {
  const made = Buffer.from('not really brotli')
  await using site = await serve({ ...pages, 'client/index.html.br': made.toString() })
  const answer = await site.get('/', { method: 'HEAD', headers: { 'accept-encoding': 'br' } })
  expect(answer.headers.get('content-length')).toBe(String(made.length))
  expect(() => brotliDecompressSync(made)).toThrow()
  expect((await site.get('/index.html.br')).status).toBe(404)
})

test('the site server responds with 304 and no body when If-None-Match has the current ETag', async () => {
  await using site = await serve()
  const { headers } = await site.get('/', { headers: { 'accept-encoding': 'br' } })
  const etag = headers.get('etag') ?? ''
  for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const again = await site.get('/', { headers: { 'accept-encoding': 'br', 'if-none-match': tag } })
    expect(again.status).toBe(304)
    expect(await again.text()).toBe('')
    expect(again.headers.get('etag')).toBe(etag)
  }
  const other = await site.get('/', { headers: { 'accept-encoding': 'gzip', 'if-none-match': etag } })
  expect(other.status).toBe(200)
})

test('the site server responds to HEAD with the Content-Length of the page and no body', async () => {
  await using site = await serve()
  const head = await site.get('/download', { method: 'HEAD' })
  expect(head.headers.get('content-length')).toBe('17')
  expect(await head.text()).toBe('')
})

test('the site server responds with 405 and an Allow header to methods other than GET and HEAD', async () => {
  await using site = await serve()
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
    const answer = await site.get('/', { method })
    expect(answer.status, method).toBe(405)
    expect(answer.headers.get('allow')).toBe('GET, HEAD')
  }
})

test('the site server serves security.txt although its folder name begins with a dot', async () => {
  await using site = await serve()
  expect((await site.get('/.well-known/security.txt')).status).toBe(200)
})

test('every response to a page URL has the security headers, and a page has the Content-Security-Policy of the build', async () => {
  const style = createHash('sha256').update('h1{}').digest('base64')
  await using site = await serve({
    ...pages,
    'client/index.html': '<style>h1{}</style><h1>Home</h1>',
    'headers.json': JSON.stringify({
      contentSecurityPolicy: { styleHashes: [`sha256-${style}`], frameSrc: ['https://video.example'] },
    }),
  })
  const paths = ['/', '/nowhere', '/download/']
  for (const path of paths) {
    const { headers } = await site.get(path)
    expect(headers.get('x-content-type-options'), path).toBe('nosniff')
    expect(headers.get('referrer-policy'), path).toBe('strict-origin-when-cross-origin')
    expect(headers.get('strict-transport-security'), path).toBe('max-age=31536000; includeSubDomains')
    expect(headers.get('cross-origin-opener-policy'), path).toBe('same-origin')
    expect(headers.get('content-security-policy'), path).toContain("frame-ancestors 'none'")
  }
  const policy = (await site.get('/')).headers.get('content-security-policy') ?? ''
  expect(policy).toContain(`default-src 'none'; script-src 'self'; style-src 'self' 'sha256-${style}'`)
  expect(policy).toContain('frame-src https://video.example')
  expect(policy).toContain("object-src 'none'; base-uri 'none'; form-action 'self'")
  expect(policy).toContain("require-trusted-types-for 'script'")
  expect(policy).not.toContain('unsafe')
})

test('responses with files other than pages have the security headers for files and no Permissions-Policy', async () => {
  await using site = await serve()
  for (const path of ['/favicon.svg', '/assets/app-1a2b.js', '/.well-known/security.txt']) {
    const { headers } = await site.get(path)
    expect(headers.get('content-security-policy'), path).toBe("default-src 'none'; frame-ancestors 'none'")
    expect(headers.get('x-content-type-options'), path).toBe('nosniff')
    expect(headers.get('cross-origin-resource-policy'), path).toBe('same-origin')
    expect(headers.get('strict-transport-security'), path).toBe('max-age=31536000; includeSubDomains')
    expect(headers.get('permissions-policy'), path).toBeNull()
  }
})

test('the site server sends no HSTS header when its origin is http', async () => {
  await using site = await serve(pages, 'http://localhost:3000')
  expect((await site.get('/')).headers.get('strict-transport-security')).toBeNull()
  expect((await site.get('/favicon.svg')).headers.get('strict-transport-security')).toBeNull()
})

test('openBuiltSite rejects a missing or incomplete build and invalid headers.json with a one-sentence error', async () => {
  await expect(openBuiltSite('/nowhere', 'http://localhost:3000')).rejects.toThrow('The website has not been built yet')
  const { 'client/404.html': _, ...incomplete } = pages
  await expect(serve(incomplete)).rejects.toThrow('The website has not been built yet')
  await expect(
    serve({ ...pages, 'headers.json': '{"contentSecurityPolicy":{"frameSrc":["a; script-src *"]}}' }),
  ).rejects.toThrow('headers.json is not what the build writes')
})

test('serveFromMemory serves GET and HEAD of a known file, and skips requests with a query, a body or another method', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'site-'))
  for (const [path, text] of Object.entries(pages)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  const site = await openBuiltSite(folder, 'https://fondly.example')
  const server = createServer((request, response) => {
    if (!site.serveFromMemory?.(request, response)) response.writeHead(418).end()
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  const status = async (path: string, init: RequestInit = {}) =>
    (await fetch(`http://127.0.0.1:${port}${path}`, init)).status
  expect(await status('/download')).toBe(200)
  expect(await status('/assets/app-1a2b.js', { method: 'HEAD' })).toBe(200)
  for (const path of ['/nowhere', '/404', '/download?session_id=cs_1', '/%64ownload'])
    expect(await status(path)).toBe(418)
  expect(await status('/', { method: 'POST', body: 'x' })).toBe(418)
  expect(await status('/', { method: 'DELETE' })).toBe(418)
  server.close()
  server.closeAllConnections()
  await rm(folder, { recursive: true })
})

test('every page and no other file names the speculation rules, once the build has them', async () => {
  await using site = await serve({ ...pages, 'client/speculationrules.json': '{"prefetch":[]}' })
  for (const path of ['/', '/download', '/nowhere'])
    expect((await site.get(path)).headers.get('speculation-rules'), path).toBe('"/speculationrules.json"')
  for (const path of ['/favicon.svg', '/assets/app-1a2b.js', '/speculationrules.json'])
    expect((await site.get(path)).headers.get('speculation-rules'), path).toBeNull()
  await using without = await serve()
  expect((await without.get('/')).headers.get('speculation-rules')).toBeNull()
})
