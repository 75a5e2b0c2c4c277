// Journeys through the sign-up and contact dialogs.
import { brand } from '../support/brand.ts'
import { createTestVisitor, type TestVisitor } from '../support/test-visitor.ts'
import { expect, test } from './engine-test.ts'
import type { Visitor } from './visitor.ts'

async function opensSignup(visitor: Visitor): Promise<void> {
  await visitor.opens('/#free-access')
  await visitor.clicks('#free-access [role=button]')
  await visitor.sees(`Download ${brand.name}`)
}

async function signsUp(visitor: Visitor, { name, email }: TestVisitor): Promise<void> {
  await visitor.fills('Full Name', name)
  await visitor.fills('Email Address', email)
  await visitor.clicks('[type=submit]')
}

test('a sign-up leads to the download page, which greets the visitor, and is stored once', { tag: '@smoke' }, async ({
  visitor,
  backend,
}) => {
  const person = createTestVisitor()
  await opensSignup(visitor)
  await signsUp(visitor, person)
  await visitor.isAt('/download')
  await visitor.sees(`Welcome to ${brand.name}!`)
  await visitor.sees(person.email)
  const { data } = await backend.secretClient().from('early_access_users').select().eq('email', person.email)
  expect(data).toHaveLength(1)
  await visitor.goes(-1)
  await visitor.isAt('/#free-access')
  expect(await visitor.reads(() => document.querySelectorAll('dialog[open]').length)).toBe(0)
})

test('each error of a sign-up is named, and what was typed stays', async ({ visitor, backend, troubles }) => {
  const taken = createTestVisitor()
  await backend
    .client()
    .from('early_access_users')
    .insert({ ...taken, is_paid: false })
  await opensSignup(visitor)
  await visitor.clicks('[type=submit]')
  await visitor.sees('Name is required')
  await visitor.sees('Email is required')
  await signsUp(visitor, { name: taken.name, email: 'nobody' })
  await visitor.sees('Invalid email format')
  await visitor.fills('Email Address', 'mara@tempmail.org')
  await visitor.clicks('[type=submit]')
  await visitor.sees('Email domain not allowed')
  await visitor.fills('Email Address', 'fake.person@example.com')
  await visitor.clicks('[type=submit]')
  await visitor.sees('Security Check Failed')
  expect(await visitor.reads(() => document.querySelector<HTMLInputElement>('dialog [name=name]')?.value)).toBe(
    taken.name,
  )

  troubles.push(/connection|network|load|CORS|fetch/i)
  await backend.stop()
  const person = createTestVisitor()
  await visitor.fills('Email Address', person.email)
  await visitor.clicks('[type=submit]')
  await visitor.sees('Signup Failed')
  await backend.start()
  await visitor.fills('Email Address', taken.email)
  await visitor.clicks('[type=submit]')
  await visitor.sees('Email Already Registered')
})

test('a message to the founders is confirmed and stored, and Tab stays in the dialog', async ({ visitor, backend }) => {
  const person = createTestVisitor()
  await visitor.opens('/')
  await visitor.clicks('#faq [role=button]')
  await visitor.sees('Contact the Founders')
  for (let press = 0; press < 9; press += 1) {
    await visitor.presses('Tab')
    expect(await visitor.reads(() => document.activeElement?.closest('dialog') !== null)).toBe(true)
  }
  await visitor.fills('Full Name', person.name)
  await visitor.fills('Email Address', person.email)
  await visitor.fills('Message', 'Is there a version for two?')
  await visitor.clicks('[type=submit]')
  await visitor.sees('Message Sent!')
  const { data } = await backend.secretClient().from('contact_messages').select().eq('email', person.email)
  expect(data).toHaveLength(1)
})
