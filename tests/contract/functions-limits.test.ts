import { expect } from 'vitest'
import { createSharedBackendTest } from '../support/backend-test.ts'
import { createTestVisitor } from '../support/test-visitor.ts'

const test = createSharedBackendTest({ env: { LIMIT_SIGNUPS_PER_SOURCE: '2', LIMIT_MESSAGES_PER_SOURCE: '2' } })

test('send-notifications returns 429 over the rate limit per client IP address, for any email address; the secret key is exempt', async (backend) => {
  const known = createTestVisitor()
  expect((await backend.client().from('early_access_users').insert(known)).error).toBeNull()
  const ask = (visitor: typeof known, client = backend.client()) =>
    client.functions.invoke('send-notifications', {
      body: { type: 'welcome_free', userData: { ...visitor, is_paid: false } },
    })
  for (const visitor of [known, createTestVisitor(), known, createTestVisitor()])
    expect((await ask(visitor)).error).toBeNull()
  for (const visitor of [known, createTestVisitor()]) {
    const { error } = await ask(visitor)
    expect(error.context.status).toBe(429)
    expect(await error.context.json()).toEqual({
      success: false,
      error: 'Too Many Attempts: Please wait before trying again.',
    })
    expect((await ask(visitor, backend.secretClient())).error).toBeNull()
  }
})

test('send-contact-email returns 429 over the rate limit per client IP address; the secret key is exempt', async (backend) => {
  const send = (client = backend.client()) =>
    client.functions.invoke('send-contact-email', { body: { ...createTestVisitor(), message: 'Hello.' } })
  expect((await send()).error).toBeNull()
  expect((await send()).error).toBeNull()
  const { error } = await send()
  expect(error.context.status).toBe(429)
  expect(await error.context.json()).toEqual({
    success: false,
    error: 'Too Many Attempts: Please wait before trying again.',
  })
  const { data } = await backend.secretClient().from('contact_messages').select('id')
  expect(data).toHaveLength(2)
  expect((await send(backend.secretClient())).error).toBeNull()
  expect((await send(backend.secretClient())).error).toBeNull()
})
