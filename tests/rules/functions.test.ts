import { FunctionsHttpError, type SupabaseClient } from '@supabase/supabase-js'
import { expect } from 'vitest'
import { createCommonBackendTest } from '../support/backend-test.ts'
import { brand } from '../support/brand.ts'
import { readReceivedMails, waitForMails } from '../support/mail-box.ts'
import type { TestBackend } from '../support/start-backend.ts'
import { createTestVisitor, type TestVisitor } from '../support/test-visitor.ts'

const test = createCommonBackendTest()
const TEAM = brand.mailboxes.team

function welcome(visitor: TestVisitor) {
  return { body: { type: 'welcome_free', userData: { ...visitor, is_paid: false } } }
}

async function signUp(client: SupabaseClient, visitor: TestVisitor): Promise<void> {
  const { error } = await client.from('early_access_users').insert({ ...visitor, is_paid: false })
  expect(error).toBeNull()
}

/** Returns the status and the parsed body of a failed edge function call. */
async function refusalOf(call: ReturnType<SupabaseClient['functions']['invoke']>) {
  const { data, error } = await call
  expect(data).toBeNull()
  expect(error).toBeInstanceOf(FunctionsHttpError)
  const response: Response = error.context
  return { status: response.status, body: await response.json() }
}

async function messagesOf(backend: TestBackend, email: string) {
  const { data, error } = await backend.secretClient().from('contact_messages').select().eq('email', email)
  expect(error).toBeNull()
  return data ?? []
}

test('repeated send-notifications calls for a free sign-up send one welcome mail, which greets the stored name', {
  tags: ['R7.5'],
}, async (backend) => {
  const client = backend.client()
  const visitor = createTestVisitor()
  await signUp(client, visitor)
  for (const each of [visitor, { ...visitor, email: visitor.email.toUpperCase() }, { ...visitor, name: 'Eve Other' }]) {
    expect(await client.functions.invoke('send-notifications', welcome(each))).toMatchObject({
      data: { success: true },
      error: null,
    })
  }
  const [mail, ...more] = await waitForMails(backend, visitor.email)
  expect(more).toEqual([])
  expect(mail).toMatchObject({
    subject: `Your ${brand.name} download`,
    from: { name: expect.stringContaining(` at ${brand.name}`), address: TEAM },
  })
  expect(mail?.text).toContain(`Hi ${visitor.name.split(' ')[0]},`)
  expect(mail?.html).toContain(`${backend.url}/download`)
})

test('send-notifications returns success for an email address without a sign-up, but sends no mail', async (backend) => {
  const visitor = createTestVisitor()
  const { data, error } = await backend.client().functions.invoke('send-notifications', welcome(visitor))
  expect([data, error]).toEqual([{ success: true }, null])
  expect(await readReceivedMails(backend, visitor.email)).toEqual([])
})

test('send-notifications sends the free or paid welcome mail by the stored sign-up, not by the requested type', async (backend) => {
  const client = backend.client()
  const order = { is_paid: true, amount: 29, order_id: `cs_${crypto.randomUUID()}` }
  const [free, paid] = [createTestVisitor(), createTestVisitor()]
  await signUp(client, free)
  expect((await client.from('early_access_users').insert({ ...paid, ...order })).error).toBeNull()
  for (const visitor of [free, paid]) {
    for (const body of [
      { type: 'welcome_paid', userData: { ...visitor, ...order } },
      { type: 'welcome_free', userData: { ...visitor, is_paid: false } },
    ]) {
      expect(await client.functions.invoke('send-notifications', { body })).toMatchObject({ data: { success: true } })
    }
  }
  const subjects = async ({ email }: TestVisitor) => (await waitForMails(backend, email)).map(({ subject }) => subject)
  expect(await subjects(free)).toEqual([`Your ${brand.name} download`])
  expect(await subjects(paid)).toEqual([`Your ${brand.name} Early Access`])
  const kinds = await backend
    .secretClient()
    .from('mail_outbox')
    .select('kind')
    .in('recipient', [free.email, paid.email])
  expect(kinds.data?.map(({ kind }) => kind).toSorted()).toEqual(['welcome_free', 'welcome_paid'])
})

test('repeated send-notifications calls for a paid sign-up send one paid welcome mail, without amount or order id', {
  tags: ['R3.12', 'R4.17', 'R7.5'],
}, async (backend) => {
  const client = backend.client()
  const visitor = createTestVisitor()
  const order = { is_paid: true, amount: 4999, order_id: `cs_${crypto.randomUUID()}` }
  const notice = { body: { type: 'welcome_paid', userData: { ...visitor, ...order } } }
  expect((await client.from('early_access_users').insert({ ...visitor, ...order })).error).toBeNull()
  for (let time = 0; time < 2; time++) {
    expect((await client.functions.invoke('send-notifications', notice)).error).toBeNull()
  }
  const mails = await waitForMails(backend, visitor.email)
  expect(mails.map(({ subject }) => subject)).toEqual([`Your ${brand.name} Early Access`])
  expect(mails[0]?.source).not.toMatch(/4999|cs_/)
})

test('fifty concurrent send-notifications calls for one sign-up send a single mail', async (backend) => {
  const client = backend.client()
  const visitor = createTestVisitor()
  await signUp(client, visitor)
  const calls = Array.from({ length: 50 }, () => client.functions.invoke('send-notifications', welcome(visitor)))
  for (const { error } of await Promise.all(calls)) expect(error).toBeNull()
  expect(await waitForMails(backend, visitor.email)).toHaveLength(1)
})

test('send-contact-email stores the message and mails it to the team with the visitor as Reply-To', {
  tags: ['R6.5', 'R7.6'],
}, async (backend) => {
  const visitor = createTestVisitor()
  const message = 'Does it work on an old Mac?\n\n<b>Thanks</b> & bye'
  const { data, error } = await backend
    .client()
    .functions.invoke('send-contact-email', { body: { ...visitor, message } })
  expect([data, error]).toEqual([{ success: true }, null])
  expect(await messagesOf(backend, visitor.email)).toMatchObject([{ ...visitor, message }])
  const mails = await waitForMails(backend, TEAM, { replyTo: visitor.email })
  expect(mails).toHaveLength(1)
  expect(mails[0]).toMatchObject({ from: { address: TEAM }, to: [{ address: TEAM }] })
  expect(mails[0]?.subject).toBe(`${visitor.name}: Does it work on an old Mac? <b>Thanks</b> & bye`)
  expect(mails[0]?.text).toContain('> <b>Thanks</b> & bye')
  expect(mails[0]?.html).toContain('&lt;b&gt;Thanks&lt;/b&gt; &amp; bye')
})

test('send-contact-email prevents injection of headers, recipients and HTML into the mail', async (backend) => {
  const visitor = createTestVisitor()
  const evil = `Eve\r\nBcc: victim@guests.example.com\u0000 <script>alert(1)</script>`
  const body = { name: evil, email: visitor.email, message: `.\r\n\r\nFrom: x\r\n${evil}` }
  expect((await backend.client().functions.invoke('send-contact-email', { body })).error).toBeNull()
  const mails = await waitForMails(backend, TEAM, { replyTo: visitor.email })
  const [head = ''] = mails[0]?.source.split('\r\n\r\n') ?? []
  expect(head).not.toMatch(/^(bcc|cc):/im)
  expect(mails[0]?.to).toHaveLength(1)
  expect(mails[0]?.html).not.toContain('<script')
  const refused = { ...body, email: `${visitor.email}\r\nBcc: victim@guests.example.com` }
  expect(await refusalOf(backend.client().functions.invoke('send-contact-email', { body: refused }))).toEqual({
    status: 400,
    body: { success: false, error: 'Invalid email format' },
  })
})

test('send-notifications rejects an empty body, an array and a __proto__ property with 400', async (backend) => {
  const headers = { apikey: backend.publishableKey, 'content-type': 'application/json' }
  for (const body of ['', '[]', '{"type":"welcome_free","userData":{"__proto__":{"email":"x"}}}']) {
    const response = await fetch(`${backend.url}/functions/v1/send-notifications`, { method: 'POST', headers, body })
    expect([response.status, await response.json()], body).toEqual([400, { success: false, error: expect.any(String) }])
  }
})
