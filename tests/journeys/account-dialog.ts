import { createHmac } from 'node:crypto'
import { expect, type Locator, type Page } from '@playwright/test'
import { type ReceivedMail, waitForMails } from '../support/mail-box.ts'
import type { TestBackend } from '../support/start-backend.ts'
import { createTestVisitor, type TestVisitor } from '../support/test-visitor.ts'
import { clickAfterHydration } from './open-page.ts'

/** A visitor with an account, with the account's password. */
export type AccountHolder = TestVisitor & { password: string }

/** Locators of the account dialog. Each view of the dialog contains only some of these elements. */
export type AccountDialog = {
  dialog: Locator
  name: Locator
  email: Locator
  password: Locator
  code: Locator
  /** Returns a locator for the button in the dialog whose accessible name is exactly `name`. */
  button(name: string): Locator
}

/** Returns locators for the elements of the account dialog, regardless of which view the dialog shows. */
export function locateAccountDialog(page: Page): AccountDialog {
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

/**
 * Opens the sign-in dialog from the footer, or from the menu on a phone. Opens the terms page first if no page is open, because it
 * loads in half the time of the home page.
 */
export async function openSignInDialog(page: Page): Promise<AccountDialog> {
  if (page.url() === 'about:blank') await page.goto('/terms')
  await pressSignInButton(page)
  const opened = locateAccountDialog(page)
  await expect(opened.dialog.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  return opened
}

/** Presses 'Sign in' in the footer or, on a phone, in the menu, without waiting for the dialog to open. */
export async function pressSignInButton(page: Page): Promise<void> {
  await page.locator('html[data-ready]').waitFor({ state: 'attached' })
  const menu = page.getByLabel('Menu', { exact: true })
  const isPhone = await menu.isVisible()
  if (isPhone) await menu.click()
  await clickAfterHydration(page.locator(isPhone ? '#menu' : '#footer').getByRole('button', { name: 'Sign in' }))
}

/** Signs in with email address and password. */
export async function signInThroughDialog(page: Page, { email, password }: { email: string; password: string }) {
  const opened = await openSignInDialog(page)
  await opened.email.fill(email)
  await opened.password.fill(password)
  await opened.button('Sign in').click()
  return opened
}

/** Asks for a mail with a link to a new password, or with a code to sign in. */
export async function askForMail(page: Page, email: string, mail: 'new password' | 'code'): Promise<AccountDialog> {
  const opened = await openSignInDialog(page)
  const [ask, send] =
    mail === 'code' ? ['Email me a code', 'Send the code'] : ['Forgot your password?', 'Send the email']
  await opened.button(ask).click()
  await opened.email.fill(email)
  await opened.button(send).click()
  await expect(opened.dialog).toHaveAccessibleName('Check your email')
  return opened
}

/** Returns the button in the navigation bar that names the signed-in user. */
export function locateAccountButton(page: Page): Locator {
  return page.getByLabel(/^Account: /)
}

/** Opens the account menu and presses one of its entries. */
export async function chooseAccountMenuEntry(page: Page, entry: string | RegExp): Promise<void> {
  await locateAccountButton(page).click()
  await page.locator('#account-menu').getByRole('button', { name: entry, exact: true }).click()
}

/** Creates an account with a confirmed email address through the admin API. */
export async function createAccount(backend: TestBackend): Promise<AccountHolder> {
  const member = { ...createTestVisitor(), password: `${crypto.randomUUID()} and more` }
  const { name, email, password } = member
  const { error } = await backend
    .secretClient()
    .auth.admin.createUser({ email, password, email_confirm: true, user_metadata: { name } })
  if (error) throw error
  return member
}

/** Waits until `count` mails to an address have arrived and returns the code and the link of the newest mail. */
export async function waitForAuthMail(
  backend: TestBackend,
  email: string,
  count = 1,
): Promise<{ code: string; link: string }> {
  const mail = (await waitForMails(backend, email, { count })).at(-1)
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

/**
 * Returns the TOTP code (RFC 6238) that is valid now, or `steps` periods of 30 seconds from now. Tests need future codes because
 * the auth service accepts each code only once.
 */
export function generateTotpCode(secret: string, steps = 0): string {
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
