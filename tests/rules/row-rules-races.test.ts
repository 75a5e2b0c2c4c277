import { expect } from 'vitest'
import { createCommonBackendTest } from '../support/backend-test.ts'
import type { TestBackend } from '../support/start-backend.ts'
import { createTestVisitor } from '../support/test-visitor.ts'

const test = createCommonBackendTest()

async function spots(backend: TestBackend): Promise<string> {
  const { data } = await backend.client().from('app_settings').select('value').eq('key', 'early_access_spots').single()
  return data?.value
}

async function set(backend: TestBackend, key: string, value: string): Promise<void> {
  const { error } = await backend.secretClient().from('app_settings').update({ value }).eq('key', key)
  expect(error).toBeNull()
}

function signUp(backend: TestBackend, visitor = createTestVisitor()) {
  return backend.client().from('early_access_users').insert(visitor)
}

async function mails(backend: TestBackend): Promise<number> {
  const { count } = await backend.secretClient().from('mail_outbox').select('id', { count: 'exact', head: true })
  return count ?? Number.NaN
}

test('fifty concurrent sign-ups take exactly fifty spots and queue fifty mails', async (backend) => {
  await set(backend, 'early_access_spots', '73')
  const before = await mails(backend)
  const answers = await Promise.all(Array.from({ length: 50 }, () => signUp(backend)))
  expect(answers.map(({ error }) => error)).toEqual(answers.map(() => null))
  expect(await spots(backend)).toBe('23')
  expect(await mails(backend)).toBe(before + 50)
})

test('the number of spots stops at zero while sign-ups continue, and stays unchanged with count_down_spots off', async (backend) => {
  await set(backend, 'early_access_spots', '3')
  const answers = await Promise.all(Array.from({ length: 5 }, () => signUp(backend)))
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
  expect(await spots(backend)).toBe('0')
  await set(backend, 'early_access_spots', '5')
  await set(backend, 'count_down_spots', 'false')
  expect((await signUp(backend)).status).toBe(201)
  expect(await spots(backend)).toBe('5')
  await set(backend, 'count_down_spots', 'true')
})

test('of twenty concurrent sign-ups with one email address, one is stored, takes a spot and queues a mail', async (backend) => {
  await set(backend, 'early_access_spots', '10')
  const before = await mails(backend)
  const visitor = createTestVisitor()
  const asTyped = [visitor.email, visitor.email.toUpperCase(), ` ${visitor.email} `]
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) => signUp(backend, { ...visitor, email: asTyped[i % 3] ?? '' })),
  )
  const codes = answers.map(({ error, status }) => error?.code ?? status)
  expect(codes.filter((code) => code === 201)).toHaveLength(1)
  expect(codes.filter((code) => code === '23505')).toHaveLength(19)
  const { data } = await backend.secretClient().from('early_access_users').select('email').eq('email', visitor.email)
  expect(data).toEqual([{ email: visitor.email }])
  expect(await spots(backend)).toBe('9')
  expect(await mails(backend)).toBe(before + 1)
})

test('a number of spots that is not a non-negative integer is rejected with 23514, even with the secret key', {
  tags: ['R3.3'],
}, async (backend) => {
  await set(backend, 'early_access_spots', '10')
  for (const value of ['-1', '1.5', 'ten', '', ' 5', '007', '9999999999']) {
    const { error } = await backend
      .secretClient()
      .from('app_settings')
      .update({ value })
      .eq('key', 'early_access_spots')
    expect(error).toMatchObject({ code: '23514' })
  }
  expect(await spots(backend)).toBe('10')
})
