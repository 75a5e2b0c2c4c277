import { expect } from 'vitest'
import { expectOutcome, runAdminJson, runAdminOnBackend } from './admin-run.ts'
import { passTime, rows, signUp, withReceiver as test, WAIT } from './webhook-site.ts'

test('webhooks list and the metrics show a dead event, and a replay sends it again', async ({ backend, receiver }) => {
  receiver.respond((response) => response.writeHead(500).end('hidden reason'))
  await signUp(backend)
  const operator = backend.secretClient()
  await expect.poll(async () => (await rows(backend))[0]?.['last_error'], WAIT).toBe('The receiver responded with 500.')
  const past = { attempts: 9, try_until: new Date(0).toISOString() }
  expect((await operator.from('webhook_outbox').update(past).is('delivered_at', null)).error).toBeNull()
  await passTime(backend)
  await expect.poll(async () => (await rows(backend))[0]?.['gave_up_at'], WAIT).toEqual(expect.any(String))

  const listed = await runAdminOnBackend(backend, ['webhooks', 'list', '--state', 'dead', '--target', 'crm'])
  expect(listed.out).toMatch(/crm +signup\.created +dead +10 +The receiver responded with 500\./)
  expect((await runAdminJson(backend, ['doctor'])).findings).toContainEqual({
    state: 'advice',
    what: 'webhooks',
    text: '1 event for crm given up: webhooks list, then webhooks replay',
  })
  expect(await (await fetch(`${backend.url}/metrics`)).text()).toContain('\nwebhook_outbox_given_up 1\n')

  receiver.respond((response) => response.writeHead(204).end())
  expect((await runAdminOnBackend(backend, ['webhooks', 'replay', '--dead', '--preview'])).out).toBe(
    '1 event would be sent again. Nothing was done.\n',
  )
  expect(await runAdminOnBackend(backend, ['webhooks', 'replay', '--dead'])).toMatchObject({
    code: 0,
    out: '1 event will be sent again now.\n',
  })
  await expect.poll(async () => (await rows(backend))[0]?.['delivered_at'], WAIT).toEqual(expect.any(String))
  const requests = receiver.requests()
  const id = String((await rows(backend))[0]?.['id'])
  expect((await runAdminOnBackend(backend, ['webhooks', 'replay', id.slice(0, 8)])).code).toBe(0)
  await expect.poll(() => receiver.requests(), WAIT).toBe(requests + 1)
  const refused: [args: string[], message: string][] = [
    [['webhooks', 'replay'], 'Name one event by its id'],
    [['webhooks', 'replay', id, '--preview'], '--preview goes with --dead'],
    [['webhooks', 'replay', id, '--dead'], 'Name one event by its id'],
    [['webhooks', 'replay', '--dead', '--since', '2026-03-05'], 'Use --dead or --since, not both'],
    [['webhooks', 'replay', '--since', 'Monday'], '--since must be a day'],
    [['webhooks', 'replay', '--target', 'crmm'], 'There is no webhook target "crmm". Configured: crm.'],
    [['webhooks', 'replay', 'ffffffff'], 'There is no event ffffffff.'],
    [
      ['webhooks', 'list', '--state', 'lost'],
      '--state is one of waiting, dead, delivered, undelivered, and "lost" is not.',
    ],
    [['webhooks', 'list', '--target', 'crmm'], 'There is no webhook target "crmm".'],
    [['webhooks', 'list', '--limit', '0'], '--limit must be a whole number'],
  ]
  for (const [args, message] of refused) {
    const { code, err } = await runAdminOnBackend(backend, args)
    expect([args, code, err]).toEqual([args, expect.toBeOneOf([1, 2]), expect.stringContaining(message)])
  }
})

test('webhooks test shows how the receiver responds; 410 stops the target until a replay', async (site) => {
  const { backend, receiver } = site
  expect(await runAdminOnBackend(backend, ['webhooks', 'test', 'crm'])).toMatchObject({
    code: 0,
    out: 'crm accepted the event.\n',
  })
  expect(receiver.events).toMatchObject([{ type: 'webhook.test', data: {} }])
  for (const [status, reason] of [
    [302, 'a redirect, which is not followed'],
    [404, 'responded with 404'],
    [503, 'responded with 503'],
    [410, 'responded with 410'],
  ] as const) {
    receiver.respond((response) => response.writeHead(status, { location: 'http://127.0.0.1:9/' }).end())
    const { code, out } = await runAdminOnBackend(backend, ['webhooks', 'test', 'crm'])
    expect([status, code, out]).toEqual([status, 1, expect.stringContaining(reason)])
  }
  expect((await runAdminOnBackend(backend, ['webhooks', 'list'])).out).toContain('STOPPED by 410 Gone')
  const doctor = await runAdminOnBackend(backend, ['doctor', '--json'])
  expect([doctor.code, JSON.parse(doctor.out).findings]).toEqual([
    1,
    expect.arrayContaining([expect.objectContaining({ state: 'broken', what: 'webhooks' })]),
  ])
  const requests = receiver.requests()
  await signUp(backend)
  await backend.secretClient().functions.invoke('deliver-webhooks', { body: {} })
  expect(receiver.requests()).toBe(requests)
  receiver.respond((response) => response.writeHead(204).end())
  expect((await runAdminOnBackend(backend, ['webhooks', 'replay', '--target', 'crm'])).code).toBe(0)
  await expect.poll(() => receiver.requests(), WAIT).toBeGreaterThan(requests)
  await expectOutcome(
    runAdminOnBackend(backend, ['webhooks', 'test', 'chat']),
    1,
    'There is no webhook target "chat". Configured: crm.',
  )
})
