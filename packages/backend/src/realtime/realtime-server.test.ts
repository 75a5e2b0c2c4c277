import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, test, vi } from 'vitest'
import { readConfig } from '../config.ts'
import { MetricsRegistry } from '../metrics/metrics.ts'
import type { ServiceDependencies } from '../services.ts'
import { RealtimeServer } from './realtime-server.ts'

test('a stopped Realtime server refuses a WebSocket upgrade with 503', async () => {
  const stopListening = vi.fn(async () => {})
  const services = {
    config: readConfig({}),
    database: { listen: async () => stopListening },
    log: { info: vi.fn() },
    metrics: new MetricsRegistry(),
  }
  const server = new RealtimeServer(services as unknown as ServiceDependencies)
  await server.start()
  await server.stop()
  expect(stopListening).toHaveBeenCalledOnce()

  const connection = new PassThrough()
  await server.upgrade(new IncomingMessage(new Socket()), connection, Buffer.alloc(0))
  const answer = await text(connection)
  expect(answer).toMatch(/^HTTP\/1\.1 503 Service Unavailable\r\n/)
  expect(answer).toContain('{"error":"Realtime is restarting, please standby"}')
})
