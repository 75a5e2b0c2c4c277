import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBackend, type TestBackend } from '../support/start-backend.ts'
import { connectAssistant } from './assistant-session.ts'

const SOME_ID = '00000000-0000-4000-8000-000000000000'

let backend: TestBackend
beforeAll(async () => {
  backend = await startBackend()
})
afterAll(() => backend[Symbol.asyncDispose]())

/** Texts that occur in a sign-up, and for each a text of the same shape that occurs in none. */
const FRAGMENTS = [
  ['zqx', 'zqj'],
  ['zqxvkw.masked@', 'zqxvkw.nobody@'],
  ['@masked-mail.example', '@nobody-mail.example'],
  ['Zqxvkw', 'Zqxvkj'],
  ['Maskedsson', 'Nobodyson'],
  ['ORDER-MASK', 'ORDER-NONE'],
  // As the cursor of the first page in the order of addresses: one text sorts before the stored address, one behind it.
  ...[['zqxvkw.m', 'zqxvkw.n']].map((pair) => pair.map((text) => `2000-01-01T00:00:00Z ${SOME_ID} ${text}`)),
] as const

test('while personal data is masked, no input of a reading tool answers whether a text is a part of it; a whole value is found', async () => {
  const operator = backend.secretClient()
  const person = {
    ...{ name: 'Zqxvkw Maskedsson', email: 'zqxvkw.masked@masked-mail.example' },
    ...{ is_paid: true, amount: 29, order_id: 'ORDER-MASKED-1' },
  }
  expect((await operator.from('early_access_users').insert(person)).error).toBeNull()
  const message = { name: person.name, email: person.email, message: 'From Zqxvkw Maskedsson' }
  expect((await operator.from('contact_messages').insert(message)).error).toBeNull()
  const created = await operator.auth.admin.createUser({ email: person.email, user_metadata: { name: person.name } })
  expect(created.error).toBeNull()
  await using masked = await connectAssistant(backend, null)
  await using shown = await connectAssistant(backend, null, ['--show-personal-data'])
  const inputs: Record<string, Record<string, string>> = {
    waves_plan: { next: '5' },
    messages_show: { id: '' },
    privacy_show: { who: '' },
    privacy_export: { email: '' },
  }
  const ask = async (session: typeof masked, name: string, input: Record<string, string>, probe: string) =>
    (await session.call(name, input)).text.replaceAll(probe, '…').replace(/\d{4}-\d\d-\d\dT[\d:.+Z]+/g, 'time')
  /** Returns the inputs whose answers differ between a text that occurs in the data and one that does not. */
  const findOracles = async (session: typeof masked) => {
    const found = new Set<string>()
    for (const { name, inputSchema, annotations } of (await session.client.listTools()).tools) {
      if (!annotations?.readOnlyHint) continue
      const properties = inputSchema.properties ?? {}
      const orders = 'sort' in properties ? ['newest', 'address', 'address-desc'] : [null]
      for (const field of Object.keys(properties)) {
        for (const [present = '', absent = ''] of FRAGMENTS) {
          for (const sort of field === 'sort' ? [null] : orders) {
            const input = { ...inputs[name], ...(sort === null ? {} : { sort }) }
            const one = await ask(session, name, { ...input, [field]: present }, present)
            const other = await ask(session, name, { ...input, [field]: absent }, absent)
            if (one !== other) found.add(`${name} ${field}`)
          }
        }
      }
    }
    return [...found]
  }
  expect(await findOracles(masked)).toEqual([])
  expect(await findOracles(shown), 'the same question finds what a tool with personal data reveals').toEqual(
    expect.arrayContaining(['signups_list search', 'signups_list after']),
  )
  for (const text of [person.email, ` ${person.name.toUpperCase()}`, person.order_id]) {
    const found: unknown = JSON.parse((await masked.call('signups_list', { search: text })).text)
    expect(found, text).toMatchObject({ data: [{ amount: 29, name: '[hidden]', email: '[hidden]' }] })
  }
})
