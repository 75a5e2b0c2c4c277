import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { installFastPathHandlers } from './fast-path.ts'

async function serve() {
  const counted: number[] = []
  const app = Fastify()
  app.get('/file', async () => 'from the pipeline')
  app.get('/other', async () => 'from the pipeline')
  let whileStopping = ''
  installFastPathHandlers(app, [
    (request, response) => {
      if (request.url !== '/file') return null
      response.writeHead(200).end('from memory')
      return { record: (status) => counted.push(status) }
    },
  ])
  app.addHook('preClose', async () => {
    whileStopping = await (await fetch(`${address}/file`)).text()
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  return {
    get: async (path: string) => (await fetch(address + path)).text(),
    post: async (path: string) => (await fetch(address + path, { method: 'POST', body: 'x' })).text(),
    counted,
    whileStopping: () => whileStopping,
    close: () => app.close(),
  }
}

test('the fast path serves a request from memory and counts it, and passes other requests on to Fastify', async () => {
  const server = await serve()
  expect(await server.get('/file')).toBe('from memory')
  expect(await server.get('/other')).toBe('from the pipeline')
  expect(server.counted).toEqual([200])
  await server.close()
})

test('the fast path serves no request from memory once the server is stopping', async () => {
  const server = await serve()
  await server.close()
  expect(server.whileStopping()).not.toBe('from memory')
  expect(server.counted).toEqual([])
})

test('a request with a body is not served by the fast path', async () => {
  const server = await serve()
  expect(await server.post('/file')).not.toBe('from memory')
  expect(server.counted).toEqual([])
  await server.close()
})
