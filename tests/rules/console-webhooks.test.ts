import { expect } from 'vitest'
import { startOpenConsole } from './console-session.ts'
import { rows, signUp, withReceiver as test, WAIT } from './webhook-site.ts'

test('the console shows the targets of webhooks without URL and secret, tests one, and sends events again', async (site) => {
  const { backend, receiver } = site
  await using opened = await startOpenConsole(backend)
  const { run } = opened.session
  expect((await run('webhooks test', { target: 'crm' })).data).toEqual({ delivered: true, reason: null })
  await signUp(backend)
  await expect.poll(() => receiver.events.length, WAIT).toBe(2)
  const delivered = (await run('webhooks list', { state: 'delivered', target: 'crm' })).data
  expect(delivered.events.map(({ kind }: { kind: string }) => kind).toSorted()).toEqual([
    'signup.created',
    'webhook.test',
  ])
  expect(delivered.targets).toMatchObject([{ target: 'crm', is_configured: true, delivered: 2, dead: 0 }])
  const [newest, oldest] = delivered.events
  const page = { state: 'delivered', limit: '1', after: `${newest.created_at} ${newest.id}` }
  expect((await run('webhooks list', page)).data.events).toEqual([oldest])
  const end = { ...page, after: `${oldest.created_at} ${oldest.id}` }
  expect((await run('webhooks list', end)).data.events).toEqual([])
  expect(JSON.stringify(delivered)).not.toMatch(/whsec_|127\.0\.0\.1|guests\.example/)

  receiver.respond((response) => response.writeHead(410).end())
  expect((await run('webhooks test', { target: 'crm' })).data).toMatchObject({
    delivered: false,
    reason: expect.stringContaining('410'),
  })
  expect((await run('webhooks list')).data.targets).toMatchObject([{ is_stopped: true }])
  receiver.respond((response) => response.writeHead(204).end())
  const resumed = await run('webhooks replay', { target: 'crm' })
  expect(resumed.preview).toEqual({ would_send: 0 })
  expect((await run('webhooks list')).data.targets, 'a preview resumes nothing').toMatchObject([{ is_stopped: true }])
  expect(await run('webhooks replay', { target: 'crm' }, resumed.confirmation)).toMatchObject({ status: 200 })
  const last = async () => (await rows(backend)).at(-1)?.['delivered_at']
  await expect.poll(last, WAIT).toEqual(expect.any(String))
  const since = { target: 'crm', since: '2020-01-01' }
  const { preview, confirmation } = await run('webhooks replay', since)
  expect(preview.would_send).toBeGreaterThan(1)
  expect((await run('webhooks replay', since, confirmation)).data.replayed).toBe(preview.would_send)
  expect((await run('webhooks replay', { id: oldest.id })).data, 'one event needs no confirmation').toEqual({
    replayed: 1,
  })
  expect(await run('webhooks replay', { target: 'crmm' })).toMatchObject({
    status: 404,
    error: { message: 'There is no webhook target "crmm". Configured: crm.' },
  })
  const acts = (await run('acts list')).data
  const outcomes = acts.map(({ act, outcome }: { act: string; outcome: string }) => `${act}: ${outcome}`)
  expect(outcomes.slice(0, 3), 'a preview is not in the audit log').toEqual(Array(3).fill('webhooks replay: done'))
})
