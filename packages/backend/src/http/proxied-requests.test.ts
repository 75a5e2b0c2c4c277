import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../config.ts'
import { createClientNetworkResolver } from './client-network.ts'
import { limitConcurrentProxyRequests } from './proxied-requests.ts'

async function startServer(trustedProxies: string) {
  const config = readConfig({ TRUSTED_PROXIES: trustedProxies, LIMIT_CONNECTIONS_PER_SOURCE: '1' })
  const app = Fastify()
  limitConcurrentProxyRequests(
    app,
    config,
    createClientNetworkResolver(config.trustedProxies, () => {}),
  )
  const { promise: held, resolve: answerNow } = Promise.withResolvers<void>()
  const { promise: asked, resolve: onAsked } = Promise.withResolvers<void>()
  app.get('/', async () => 'here')
  app.get('/slow', async () => {
    onAsked()
    await held
    return 'here at last'
  })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => {
    answerNow()
    return app.close()
  })
  const ask = async (path: string, source?: string) =>
    (await fetch(address + path, source === undefined ? {} : { headers: { 'x-forwarded-for': source } })).status
  return { ask, asked, answerNow }
}

test('behind a trusted proxy, concurrent requests beyond the limit of a client IP address get 429', async () => {
  const { ask, asked, answerNow } = await startServer('127.0.0.1')
  const slow = ask('/slow', '192.0.2.1')
  await asked
  expect(await ask('/', '192.0.2.1')).toBe(429)
  expect(await ask('/', '192.0.2.2')).toBe(200)
  answerNow()
  expect(await slow).toBe(200)
  await expect.poll(() => ask('/', '192.0.2.1')).toBe(200)
})

test('requests of a trusted proxy without X-Forwarded-For, such as health checks, are not limited', async () => {
  const { ask, asked, answerNow } = await startServer('127.0.0.1')
  const slow = ask('/slow')
  await asked
  expect(await ask('/')).toBe(200)
  answerNow()
  await slow
})

test('without a trusted proxy, the limit of concurrent requests ignores X-Forwarded-For', async () => {
  const { ask, asked, answerNow } = await startServer('')
  const slow = ask('/slow', '192.0.2.1')
  await asked
  expect(await ask('/', '192.0.2.1')).toBe(200)
  answerNow()
  await slow
})
