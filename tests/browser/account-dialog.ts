import { createHmac } from 'node:crypto'
import { expect, type Locator, type Page } from '@playwright/test'
import { aVisitor, type Visitor } from '../support/a-visitor.ts'
import { mailFor, type ReceivedMail } from '../support/mail-box.ts'
import type { Backend } from '../support/start-backend.ts'
import { press } from './press.ts'

/** Somebody with an account. */
export type Member = Visitor & { password: string }

/** The account dialog as a visitor meets it; a view has only some of these. */
export type AccountDialog = {
  dialog: Locator
  name: Locator
  email: Locator
  password: Locator
  code: Locator
  /** The button or link with this name. */
  button(name: string): Locator
}

/** The account dialog, whichever view it shows. */
export function accountDialog(page: Page): AccountDialog {
  const dialog = page.locator('dialog[open]')
  return {
    dialog,
    name: dialog.getByLabel('Full Name'),
    email: dialog.getByLabel('Email Address'),
    password: dialog.getByLabel(/^(New p|P)assword$/),
    code: dialog.getByLabel(/code$|^Code/),
    button: (name) => dialog.getByRole('button', { name, exact: true }),
  }
}

/** Opens the dialog from the bar, on a phone from the menu behind it. */
export async function openSignIn(page: Page): Promise<AccountDialog> {
  if (page.url() === 'about:blank') await page.goto('/')
  await pressSignIn(page)
  const opened = accountDialog(page)
  await expect(opened.dialog.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  return opened
}

/** Presses 'Sign in' in the bar, or in the menu behind it, whatever that opens. */
export async function pressSignIn(page: Page): Promise<void> {
  await page.locator('html[data-ready]').waitFor({ state: 'attached' })
  const menu = page.getByRole('button', { name: 'Menu', exact: true })
  if (await menu.isVisible()) await menu.click()
  await press(page.getByRole('button', { name: 'Sign in', exact: true }))
}

/** Types an address and a password and sends them. */
export async function signIn(page: Page, { email, password }: { email: string; password: string }) {
  const opened = await openSignIn(page)
  await opened.email.fill(email)
  await opened.password.fill(password)
  await opened.button('Sign in').click()
  return opened
}

/** The button in the bar that says who is signed in. */
export function accountButton(page: Page): Locator {
  return page.getByRole('button', { name: /^Account: / })
}

/** Opens the account's menu and presses an entry of it. */
export async function chooseInMenu(page: Page, entry: string | RegExp): Promise<void> {
  await accountButton(page).click()
  await page.locator('#account-menu').getByRole('button', { name: entry, exact: true }).click()
}

/** An account whose address is confirmed, made by the operator. */
export async function aMember(backend: Backend): Promise<Member> {
  const member = { ...aVisitor(), password: `${crypto.randomUUID()} in words` }
  const { name, email, password } = member
  const { error } = await backend
    .secretClient()
    .auth.admin.createUser({ email, password, email_confirm: true, user_metadata: { name } })
  if (error) throw error
  return member
}

/** The newest mail to somebody, when there are `count` of them: its six digits, and the address its link leads to. */
export async function mailedTo(backend: Backend, email: string, count = 1): Promise<{ code: string; link: string }> {
  const mail = (await mailFor(backend, email, { count })).at(-1)
  return { code: codeIn(mail), link: linkIn(mail) }
}

function codeIn(mail: ReceivedMail | undefined): string {
  const [, first, second] = /\b(\d{3}) ?(\d{3})\b/.exec(mail?.text ?? '') ?? []
  if (first === undefined) throw new Error(`There is no code in this mail:\n${mail?.text}`)
  return `${first}${second}`
}

function linkIn(mail: ReceivedMail | undefined): string {
  const [link] = /https?:\/\/\S+#confirm\S+/.exec(mail?.text ?? '') ?? []
  if (link === undefined) throw new Error(`There is no link in this mail:\n${mail?.text}`)
  return link
}

/** The code that an authenticator app shows (RFC 6238); `steps` later ones, for the service takes each only once. */
export function codeOfApp(secret: string, steps = 0): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps))
  const digest = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 15
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

function fromBase32(text: string): Buffer {
  const bits = [...text.replaceAll(' ', '')]
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  return Buffer.from(bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? [])
}
