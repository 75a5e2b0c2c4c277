import { once } from 'node:events'
import { request as ask } from 'node:http'
import { text } from 'node:stream/consumers'
import Fastify, { type FastifyBaseLogger } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from './config.ts'
import { createClientNetworkResolver } from './http/client-network.ts'
import { createLogger, logRequests } from './http/log.ts'
import { installMalformedUrlHook } from './http/malformed-url.ts'
import { limitConcurrentProxyRequests } from './http/proxied-requests.ts'
import { createFastifyOptions, registerTransportHooks } from './http/server.ts'
import { mountService } from './http/service.ts'
import { MetricsRegistry } from './metrics/metrics.ts'
import { instrumentRequests } from './metrics/request-metrics.ts'

/** Starts the request pipeline with one service, `rest`, and a site whose handler returns the requested URL. */
async function startServer() {
  const lines: string[] = []
  const config = readConfig({ TRUSTED_PROXIES: '127.0.0.1', LIMIT_CONNECTIONS_PER_SOURCE: '1' })
  const metrics = new MetricsRegistry()
  const log: FastifyBaseLogger = createLogger((line) => lines.push(line))
  const app = Fastify({ ...createFastifyOptions(config), loggerInstance: log })
  registerTransportHooks(app, config)
  const sourceOf = createClientNetworkResolver(config.trustedProxies, () => {})
  limitConcurrentProxyRequests(app, config, sourceOf)
  instrumentRequests(app, metrics)
  logRequests(app)
  installMalformedUrlHook(app)
  const { promise: held, resolve: answerNow } = Promise.withResolvers<void>()
  const { promise: asked, resolve: onAsked } = Promise.withResolvers<void>()
  const render = ({ status, code }: { status: number; code: string }) => ({
    status,
    body: { renderedBy: 'rest', code },
  })
  mountService(app, { prefix: '/rest/v1', render }, (scope) => {
    scope.get('/', async () => 'the root of the service')
    scope.get('/slow', async () => {
      onAsked()
      await held
      return 'here at last'
    })
    scope.get('/:table', async () => 'a table')
  })
  app.setNotFoundHandler((request, reply) => {
    reply.hijack()
    reply.raw.writeHead(404).end(`no page ${request.raw.url}`)
  })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => {
    answerNow()
    return app.close()
  })
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const request = ask({ host: '127.0.0.1', port: new URL(address).port, path, headers }).end()
    const [response] = await once(request, 'response')
    return { status: response.statusCode, headers: response.headers, body: await text(response) }
  }
  return { get, asked, answerNow, lines, numbers: () => metrics.write() }
}

const LONG = 'x'.repeat(1_100)

test('a malformed URL gets a 400 in the error format of its service, or the 404 page of the site outside all services', async () => {
  const { get } = await startServer()
  for (const path of ['/rest/v1/%zz', '/rest/v1/%zz?select=value', '/rest/v1/%c0%af', `/rest/v1/${LONG}`]) {
    const { status, headers, body } = await get(path)
    expect([status, JSON.parse(body)], path).toEqual([400, { renderedBy: 'rest', code: 'bad_url' }])
    expect(headers, path).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-request-id': expect.any(String) })
  }
  expect(await get('/%zz')).toMatchObject({ status: 404, body: 'no page /%zz' })
})

test('a request with a malformed URL is counted in the metrics of its service, and the URL does not appear in the log', async () => {
  const { get, lines, numbers } = await startServer()
  for (const path of ['/rest/v1/mara%40example.com%zz', `/rest/v1/${LONG}`, '/%zz/mara']) await get(path)
  const counted = (labels: string) => `http_requests_total{${labels},status="4xx"}`
  await expect.poll(numbers).toContain(`${counted('service="rest",method="any",route="none"')} 2`)
  expect(await numbers()).toContain(`${counted('service="site",method="any",route="any"')} 1`)
  const logged = lines.map((line) => JSON.parse(line)).filter(({ event }) => event === 'request')
  expect(logged.map(({ method, route, status }) => [method, route, status])).toEqual([
    ['GET', 'none', 400],
    ['GET', 'none', 400],
  ]) // a 404 response of the site is not logged, even if the URL is malformed
  // No part may consist of hexadecimal digits only, because the log contains random request ids.
  for (const part of ['mara', 'zz', 'xxx']) expect(lines.join('')).not.toContain(part)
})

test('a request with a malformed URL counts towards the limit of concurrent requests per client IP address', async () => {
  const { get, asked, answerNow } = await startServer()
  const from = (source: string) => ({ 'x-forwarded-for': source })
  const slow = get('/rest/v1/slow', from('192.0.2.1'))
  await asked
  for (const path of ['/rest/v1/%zz', '/%zz', `/rest/v1/${LONG}`]) {
    expect((await get(path, from('192.0.2.1'))).status, path).toBe(429)
    expect((await get(path, from('192.0.2.2'))).status, path).not.toBe(429)
  }
  answerNow()
  expect((await slow).status).toBe(200)
})
