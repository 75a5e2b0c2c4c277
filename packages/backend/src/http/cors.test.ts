import fastify from 'fastify'
import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { getAllowedOrigins, registerCorsHook } from './cors.ts'

test('a public site allows as CORS origins only its own and those of the configured redirect URLs', () => {
  const config = readConfig({
    SITE_URL: 'https://orchid.example',
    AUTH_ADDITIONAL_REDIRECT_URLS:
      'https://beta.orchid.example/welcome, https://*.orchid.example/**, orchid://open, no-address/**',
  })
  expect([...getAllowedOrigins(config)]).toEqual(['https://orchid.example', 'https://beta.orchid.example'])
})

test('a CORS preflight request gets 204 on any path and allows the headers that supabase-js sends', async () => {
  const app = fastify()
  registerCorsHook(app, readConfig({ SITE_URL: 'https://orchid.example' }))
  const ask = (headers: Record<string, string>) => app.inject({ method: 'OPTIONS', url: '/anywhere', headers })
  const origin = 'https://orchid.example'
  const answer = await ask({ origin, 'access-control-request-method': 'POST' })
  expect(answer.statusCode).toBe(204)
  expect(answer.headers).toMatchObject({
    'access-control-allow-origin': origin,
    'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
    'access-control-max-age': '7200',
  })
  const allowed = String(answer.headers['access-control-allow-headers']).split(', ')
  for (const name of ['apikey', 'authorization', 'content-type', 'prefer', 'x-client-info', 'x-upsert']) {
    expect(allowed).toContain(name)
  }
  expect((await ask({ origin })).statusCode).toBe(404)
  expect((await ask({ 'access-control-request-method': 'POST' })).statusCode).toBe(404)
  const headers = { origin, 'access-control-request-method': 'POST' }
  expect((await app.inject({ url: '/anywhere', headers })).statusCode).toBe(404)
})

test('a loopback IP address as site URL also allows the other loopback host names as CORS origins', () => {
  for (const site of ['http://127.0.0.1:3000', 'http://[::1]:3000']) {
    expect(getAllowedOrigins(readConfig({ SITE_URL: site })).size, site).toBe(3)
  }
})
