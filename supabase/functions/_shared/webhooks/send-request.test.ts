import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { createServer as createSocketServer, type Server, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { createSelfSignedCertificate } from '../../../../tests/support/self-signed-certificate.ts'
import { parseNetworkRanges } from './network-address.ts'
import { sendWebhookRequest, type WebhookNetwork, WebhookRequestError } from './send-request.ts'

const LOOPBACK = parseNetworkRanges(['127.0.0.0/8'])
const inTime = () => AbortSignal.timeout(20_000)

/** Listens on a free port of the loopback address. Disposing closes the server and its connections. */
async function listen(server: Server) {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => sockets.add(socket))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    port,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await once(server.close(), 'close')
    },
  }
}

const serve = (handle: RequestListener) => listen(createServer(handle))

function post(url: string, network: Partial<WebhookNetwork> = {}, signal = inTime()) {
  const request = {
    url: new URL(url),
    headers: { 'content-type': 'application/json', 'webhook-id': 'evt_1' },
    body: '{"a":"ä"}',
  }
  return sendWebhookRequest(request, { privateNetworks: LOOPBACK, ...network }, signal)
}

async function refusalOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof WebhookRequestError)) throw new Error('It was not refused.', { cause: error })
  return error.message
}

test('a request arrives as POST with its headers, body and the host of the URL', async () => {
  const got: unknown[] = []
  await using server = await serve((request, response) => {
    const { 'webhook-id': id, host, 'content-length': length } = request.headers
    got.push(request.method, request.url, id, host, length)
    request.setEncoding('utf8').on('data', (text: string) => got.push(text))
    request.on('end', () => response.writeHead(202).end('ok'))
  })
  const resolve = async () => ['127.0.0.1']
  const url = `http://hooks.example.com:${server.port}/in?a=1`
  expect(await post(url, { resolve })).toEqual({ status: 202, retryAfter: 0 })
  expect(got).toEqual(['POST', '/in?a=1', 'evt_1', `hooks.example.com:${server.port}`, '10', '{"a":"ä"}'])
})

test('the host is resolved once and the connection goes to the checked address, so that DNS rebinding has no effect', async () => {
  await using server = await serve((_, response) => response.end())
  let asked = 0
  const resolve = async () => (++asked === 1 ? ['127.0.0.1'] : ['169.254.169.254'])
  expect(await post(`http://rebinding.example:${server.port}/`, { resolve })).toMatchObject({ status: 200 })
  expect(asked).toBe(1)
})

test('a host with a private address is refused before connecting, even if it has public addresses too', async () => {
  let connections = 0
  await using server = await listen(createSocketServer(() => void connections++))
  for (const addresses of [['127.0.0.1'], ['8.8.8.8', '127.0.0.1'], ['::ffff:127.0.0.1'], ['fd00::1'], ['10.0.0.1']]) {
    const resolve = async () => addresses
    const url = `https://hooks.example.com:${server.port}/`
    expect(await refusalOf(post(url, { resolve, privateNetworks: null })), addresses.join()).toContain(
      'private address',
    )
  }
  const written = [
    '127.0.0.1',
    '0x7f.1',
    '2130706433',
    '017700000001',
    '127.1',
    '[::1]',
    '[::ffff:7f00:1]',
    '[64:ff9b::7f00:1]',
    '0',
  ]
  for (const host of [...written, 'localhost']) {
    const url = `https://${host}:${server.port}/`
    expect(await refusalOf(post(url, { privateNetworks: null })), host).toContain('private address')
  }
  expect(connections).toBe(0)
})

test('http to a public address is refused, and so is a host without an address', async () => {
  const resolve = async () => ['8.8.8.8']
  expect(await refusalOf(post('http://hooks.example.com/', { resolve }))).toContain('must be https')
  expect(await refusalOf(post('https://hooks.example.com/', { resolve: async () => [] }))).toContain('has no address')
  const unknown = () => Promise.reject(Object.assign(new Error('x'), { code: 'ENOTFOUND' }))
  expect(await refusalOf(post('https://hooks.example.com/', { resolve: unknown }))).toContain('ENOTFOUND')
})

test('the next address of a host is tried when nothing listens on the first', async () => {
  await using server = await serve((_, response) => response.end())
  const resolve = async () => ['127.0.0.77', '127.0.0.1']
  expect(await post(`http://hooks.example.com:${server.port}/`, { resolve })).toMatchObject({ status: 200 })
  const nowhere = async () => ['127.0.0.77', '127.0.0.78']
  expect(await refusalOf(post(`http://hooks.example.com:${server.port}/`, { resolve: nowhere }))).toContain(
    'ECONNREFUSED',
  )
})

test('a redirect is not followed', async () => {
  const paths: unknown[] = []
  await using server = await serve((request, response) => {
    paths.push(request.url)
    response.writeHead(307, { location: '/elsewhere' }).end()
  })
  expect(await post(`http://127.0.0.1:${server.port}/in`)).toMatchObject({ status: 307 })
  expect(paths).toEqual(['/in'])
})

test('Retry-After is read in seconds and as a date; anything else is 0', async () => {
  const later = new Date(Date.now() + 90_000).toUTCString()
  for (const [text, least, most] of [
    ['120', 120, 120],
    [later, 80, 91],
    ['Thu, 01 Jan 1970 00:00:00 GMT', 0, 0],
    ['soon', 0, 0],
    ['-5', 0, 0],
  ] as const) {
    await using server = await serve((_, response) => response.writeHead(429, { 'retry-after': text }).end())
    const { retryAfter } = await post(`http://127.0.0.1:${server.port}/`)
    expect(retryAfter, text).toBeGreaterThanOrEqual(least)
    expect(retryAfter, text).toBeLessThanOrEqual(most)
  }
})

test('a receiver that never responds, or sends one header byte at a time, is cut off by the deadline', async () => {
  await using silent = await serve(() => {})
  await using drip = await listen(
    createSocketServer((socket) => {
      socket.on('error', () => {})
      const timer = setInterval(() => socket.write('H'), 50)
      socket.on('close', () => clearInterval(timer))
    }),
  )
  expect(await refusalOf(post(`http://127.0.0.1:${silent.port}/`, {}, AbortSignal.timeout(300)))).toContain('in time')
  await refusalOf(post(`http://127.0.0.1:${drip.port}/`, {}, AbortSignal.timeout(300)))
  const never = () => new Promise<string[]>(() => {})
  const slowDns = post('https://hooks.example.com/', { resolve: never }, AbortSignal.timeout(300))
  expect(await refusalOf(slowDns)).toContain('not resolved in time')
})

test('the status is returned without waiting for the body, and an endless body is cut off after 64 kB', async () => {
  let written = 0
  const closed = Promise.withResolvers<void>()
  await using server = await serve((_, response) => {
    response.writeHead(200)
    const chunk = Buffer.alloc(16 * 1024)
    const timer = setInterval(() => {
      written += chunk.length
      response.write(chunk)
    }, 1)
    response.on('close', () => {
      clearInterval(timer)
      closed.resolve()
    })
  })
  expect(await post(`http://127.0.0.1:${server.port}/`)).toMatchObject({ status: 200 })
  await closed.promise
  expect(written).toBeLessThan(2_000_000)
})

test('a body that stalls is cut off after two seconds', async () => {
  const closed = Promise.withResolvers<void>()
  await using server = await serve((_, response) => {
    response.writeHead(200).write('a')
    response.on('close', closed.resolve)
  })
  const started = performance.now()
  expect(await post(`http://127.0.0.1:${server.port}/`)).toMatchObject({ status: 200 })
  await closed.promise
  expect(performance.now() - started).toBeLessThan(15_000) // the deadline of the request is 20 s
})

test('headers of more than 8 kB and a reply that is not HTTP are refused', async () => {
  await using huge = await serve((_, response) => response.writeHead(200, { 'x-long': 'a'.repeat(10_000) }).end())
  expect(await refusalOf(post(`http://127.0.0.1:${huge.port}/`))).toContain('HPE_HEADER_OVERFLOW')
  await using other = await listen(
    createSocketServer((socket) => void socket.on('error', () => {}).end('SSH-2.0-x\r\n')),
  )
  await refusalOf(post(`http://127.0.0.1:${other.port}/`))
})

test('over https, the certificate is verified for the host of the URL', async () => {
  const { key, cert } = await createSelfSignedCertificate('hooks.example.com')
  const hosts: unknown[] = []
  await using server = await listen(
    createSecureServer({ key, cert }, (request, response) => {
      hosts.push(request.headers.host)
      response.end()
    }),
  )
  const resolve = async () => ['127.0.0.1']
  const url = `https://hooks.example.com:${server.port}/`
  expect(await post(url, { resolve, ca: cert })).toMatchObject({ status: 200 })
  expect(hosts).toEqual([`hooks.example.com:${server.port}`])
  expect(await refusalOf(post(url, { resolve }))).toMatch(/SELF_SIGNED|UNABLE_TO_VERIFY/)
  const other = `https://other.example.com:${server.port}/`
  expect(await refusalOf(post(other, { resolve, ca: cert }))).toContain('ERR_TLS_CERT_ALTNAME_INVALID')
})
