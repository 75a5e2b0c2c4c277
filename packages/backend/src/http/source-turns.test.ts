import type { IncomingMessage } from 'node:http'
import Fastify, { type FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import type { ServiceDependencies } from '../services.ts'
import { defineEndpoint } from './endpoint.ts'
import type { ServerKeys } from './keys.ts'
import { createSourceTurns } from './source-turns.ts'

const SECRET = 'sb_secret_test'
const keys = { roleOfKey: async (key: string) => (key === SECRET ? 'service_role' : 'anon') } as unknown as ServerKeys

function createTurns(waiting: number) {
  const turns = createSourceTurns(keys, (request: IncomingMessage) => String(request.headers['x-source']), waiting)
  const underway: string[] = []
  const take = (source: string, headers: Record<string, string> = {}, what?: string) => {
    const request = { headers, raw: { headers: { 'x-source': source } } } as unknown as FastifyRequest
    const task = turns.take(request, () => new Promise<void>(() => void underway.push(source)), what)
    task.catch(() => {})
    return task
  }
  const count = (source: string) => underway.filter((each) => each === source).length
  return { take, count }
}

test('of a burst of one network 16 requests run at once, and a request of another network runs beside them', async () => {
  const { take, count } = createTurns(1_000)
  for (let request = 0; request < 900; request++) void take('office')
  void take('home')
  await expect.poll(() => count('home')).toBe(1)
  expect(count('office')).toBe(16)
})

for (const [around, sourceOf] of [
  ['IPv4 /24', (n: number) => `192.0.2.${n}`],
  ['IPv6 /48', (n: number) => `2001:db8:7:${n.toString(16)}::/64`],
] as const)
  test(`of a burst of many networks of one ${around} 48 requests run at once, and a request of another network runs beside them`, async () => {
    const { take, count } = createTurns(1_000)
    const sources = Array.from({ length: 20 }, (_, n) => sourceOf(n))
    for (const source of sources) for (let request = 0; request < 20; request++) void take(source)
    void take('198.51.100.1')
    await expect.poll(() => count('198.51.100.1')).toBe(1)
    expect(sources.reduce((sum, source) => sum + count(source), 0)).toBe(48)
  })

test('requests with the operators’ key, as apikey or as bearer, run at once beside a burst of the same network', async () => {
  const { take, count } = createTurns(1_000)
  for (let request = 0; request < 100; request++) void take('office')
  for (let request = 0; request < 20; request++) void take('office', { apikey: SECRET })
  for (let request = 0; request < 20; request++) void take('office', { authorization: `Bearer ${SECRET}` })
  await expect.poll(() => count('office')).toBe(16 + 40)
})

test('a function that calls the server back is not kept waiting by the calls of functions that wait for it', async () => {
  const { take, count } = createTurns(1_000)
  for (let call = 0; call < 16; call++) void take('office', {}, 'send-mail')
  void take('office')
  await expect.poll(() => count('office')).toBe(17)
})

test('an endpoint handles 16 requests of one network at once, and every request with the operators’ key', async () => {
  const sourceOf = () => 'office'
  const services = { keys, sourceOf, turns: createSourceTurns(keys, sourceOf, 1_000) }
  const app = Fastify()
  app.decorate('services', services as unknown as ServiceDependencies)
  let handled = 0
  app.get('/', defineEndpoint({ access: 'public', handle: () => new Promise(() => void handled++) }))
  const send = (headers: Record<string, string>) => void app.inject({ url: '/', headers }).catch(() => {})
  for (let request = 0; request < 40; request++) send({ apikey: 'sb_publishable_test' })
  await expect.poll(() => handled).toBe(16)
  for (let request = 0; request < 40; request++) send({ apikey: SECRET })
  await expect.poll(() => handled).toBe(16 + 40)
})
