import { Agent, get, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { ClientConnectionLimiter } from './client-connection-limiter.ts'
import { type ConnectionLimits, openPortListener } from './listener.ts'

const LOOPBACK = ['127.0.0.1']

async function startServer(limits: Partial<ConnectionLimits> = {}) {
  const perSource = new ClientConnectionLimiter(100, [])
  const listener = await openPortListener({ hosts: LOOPBACK, port: 0 }, { total: 100, perSource, ...limits })
  const app = Fastify()
  app.get('/', async () => 'here')
  const { promise: cut, resolve: onCut } = Promise.withResolvers<string>()
  app.get('/large', async (request) => {
    request.raw.socket.once('close', () => onCut('cut'))
    return 'x'.repeat(50_000_000)
  })
  const { promise: held, resolve: answerNow } = Promise.withResolvers<void>()
  const { promise: asked, resolve: onAsked } = Promise.withResolvers<void>()
  app.get('/slow', async () => {
    onAsked()
    await held
    return 'here at last'
  })
  await app.ready()
  const [routeRequest] = app.server.listeners('request')
  app.server.removeAllListeners('request').on('request', (request, response) => {
    if (request.url === '/memory') response.end('from memory')
    else routeRequest?.call(app.server, request, response)
  })
  listener.serve(app)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(async () => {
    agent.destroy()
    await Promise.all([listener.close(0), app.close()])
  })
  const ask = (through: Agent | undefined, path = '/') => {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
    get({ host: '127.0.0.1', port: listener.port, agent: through, path }, (answer) => {
      answer.resume().on('end', () => resolve(answer))
    }).on('error', reject)
    return promise
  }
  return { listener, agent, ask, asked, answerNow, cut }
}

test('while the server is stopping, requests on idle and new connections get 200 with Connection: close', async () => {
  const { listener, agent, ask } = await startServer()
  expect((await ask(agent)).headers.connection).toBe('keep-alive')
  const lingering = listener.linger()
  const [idle, fresh] = await Promise.all([ask(agent), ask(undefined)])
  expect([idle.statusCode, idle.headers.connection]).toEqual([200, 'close'])
  expect([fresh.statusCode, fresh.headers.connection]).toEqual([200, 'close'])
  await lingering
})

test('stopping the server waits for open requests, whose responses have Connection: close', async () => {
  const { listener, agent, ask, asked, answerNow } = await startServer()
  const slow = ask(agent, '/slow')
  await asked
  const lingering = listener.linger()
  answerNow()
  expect((await slow).headers.connection).toBe('close')
  await lingering
})

test('stopping the server without open requests does not wait', async () => {
  const { listener } = await startServer()
  const waited = turn('a turn of the event loop')
  expect(await Promise.race([listener.linger().then(() => 'nothing'), waited])).toBe('nothing')
})

test('stopping the server right after a response from memory waits for another request on the same connection', async () => {
  const { listener, agent, ask } = await startServer()
  expect((await ask(agent, '/memory')).headers.connection).toBe('keep-alive')
  const lingering = listener.linger()
  expect(await Promise.race([lingering.then(() => 'stopped'), turn('waits')])).toBe('waits')
  expect((await ask(agent, '/memory')).headers.connection).toBe('close')
  await lingering
})

test('a connection is destroyed when its client never reads the response', async () => {
  const { listener, cut } = await startServer({ stalledMs: 100 })
  const client = connect(listener.port, '127.0.0.1')
    .pause()
    .on('error', () => {})
  onTestFinished(() => void client.destroy())
  client.write('GET /large HTTP/1.1\r\nhost: localhost\r\n\r\n')
  expect(await cut).toBe('cut')
})
