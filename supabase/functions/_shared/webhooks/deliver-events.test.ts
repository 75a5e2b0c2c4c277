import { expect, test } from 'vitest'
import { deliverWebhooks } from '../../deliver-webhooks/deliver-webhooks.ts'
import { createFakeServices, createJsonRequest } from '../fake-services.ts'
import { drainTarget } from './deliver-events.ts'
import { WebhookRequestError, type WebhookResponse } from './send-request.ts'
import type { WebhookTarget } from './targets.ts'

const target: WebhookTarget = {
  name: 'crm',
  url: new URL('https://hooks.example.com/in?token=hidden-token'),
  format: 'standard',
  secrets: [`whsec_${Buffer.alloc(32, 1).toString('base64')}`],
  events: ['signup.created'],
  personal_data: true,
}
const data = { person: 'f00d', email: 'ada@example.com' }
const event = { event_id: 'e1', kind: 'signup.created', data, created_at: '2026-03-05T10:00:00Z' }
const inTime = AbortSignal.timeout(60_000)

function queueOf(count: number) {
  const rows = Array.from({ length: count }, (_, at) => ({ ...event, id: `row${at}` }))
  return { claim_webhook: () => rows.splice(0, 1) }
}

function servicesFor(send: () => Promise<WebhookResponse>, results: Parameters<typeof createFakeServices>[0] = {}) {
  return createFakeServices({ ...queueOf(1), ...results }, { webhooks: { targets: [target], send } })
}

const responding =
  (status: number, retryAfter = 0) =>
  async () => ({ status, retryAfter })

test('drainTarget sends every due event once and marks it, and logs neither the URL nor personal data', async () => {
  const services = servicesFor(responding(200), queueOf(7))
  expect(await drainTarget(target, services, inTime)).toEqual({ delivered: 7, delayed: 0, dead: 0 })
  expect(services.calls.filter(({ name }) => name === 'mark_webhook_delivered')).toHaveLength(7)
  expect(JSON.stringify(services.logged)).not.toMatch(/hidden-token|ada@|hooks\.example/)
})

test.each([
  [302, 0, 'The receiver responded with 302, a redirect, which is not followed.', false],
  [400, 0, 'The receiver responded with 400.', false],
  [404, 0, 'The receiver responded with 404.', false],
  [410, 0, 'The receiver responded with 410.', true],
  [429, 120, 'The receiver responded with 429.', false],
  [503, 99_999, 'The receiver responded with 503.', false],
  [0, 0, 'The receiver responded with 0.', false],
])('an event that gets %i is marked as failed', async (status, retryAfter, error, stop) => {
  const services = servicesFor(responding(status, retryAfter))
  expect(await drainTarget(target, services, inTime)).toEqual({ delivered: 0, delayed: 1, dead: 0 })
  const failed = services.calls.find(({ name }) => name === 'mark_webhook_failed')
  expect(failed?.args).toEqual({ webhook_id: 'row0', error, retry_after: Math.min(retryAfter, 3600), stop })
})

test('an event without a response, one that cannot be composed, and one that is given up are marked as failed', async () => {
  const away = servicesFor(() => Promise.reject(new WebhookRequestError('The receiver did not respond in time.')))
  expect(await drainTarget(target, away, inTime)).toMatchObject({ delayed: 1 })
  const odd = servicesFor(() => Promise.reject(new TypeError('hidden-token')))
  expect(await drainTarget(target, odd, inTime)).toMatchObject({ delayed: 1 })
  expect(JSON.stringify([odd.calls, odd.logged])).not.toContain('hidden-token')
  const dead = servicesFor(responding(500), { mark_webhook_failed: () => true })
  expect(await drainTarget(target, dead, inTime)).toEqual({ delivered: 0, delayed: 0, dead: 1 })
})

test('when marking an accepted event fails, marking is retried and the event is not sent again', async () => {
  let stumbles = 1
  let sent = 0
  const services = servicesFor(
    async () => {
      sent += 1
      return { status: 204, retryAfter: 0 }
    },
    {
      mark_webhook_delivered: () => {
        if (stumbles-- > 0) throw new Error('away')
        return null
      },
    },
  )
  expect(await drainTarget(target, services, inTime)).toMatchObject({ delivered: 1 })
  expect(sent).toBe(1)
})

test('drainTarget claims nothing once its signal is aborted', async () => {
  const services = servicesFor(responding(200))
  expect(await drainTarget(target, services, AbortSignal.abort())).toEqual({ delivered: 0, delayed: 0, dead: 0 })
  expect(services.calls).toEqual([])
})

test('deliver-webhooks needs POST and the secret key, stores the targets without URLs and secrets, and returns counts', async () => {
  const asOperator = { role: 'service_role', source: '' } as const
  const services = { ...servicesFor(responding(200), queueOf(3)), caller: asOperator }
  expect((await deliverWebhooks(createJsonRequest({}, 'GET'), services)).status).toBe(405)
  const visitor = { role: 'anon', source: '192.0.2.7' } as const
  expect((await deliverWebhooks(createJsonRequest({}), { ...services, caller: visitor })).status).toBe(403)
  expect(services.calls).toEqual([])
  const response = await deliverWebhooks(createJsonRequest({}), services)
  expect(await response.json()).toEqual({ success: true, delivered: 3, delayed: 0, dead: 0 })
  expect(services.calls[0]).toEqual({
    name: 'set_webhook_targets',
    args: { targets: '[{"name":"crm","events":["signup.created"],"personal_data":true}]' },
  })
})

test('deliver-webhooks responds 503 when the database cannot be reached', async () => {
  const services = {
    ...servicesFor(responding(200), {
      set_webhook_targets: () => {
        throw new Error('away')
      },
    }),
    caller: { role: 'service_role', source: '' } as const,
  }
  expect((await deliverWebhooks(createJsonRequest({}), services)).status).toBe(503)
})
