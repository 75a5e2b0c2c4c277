// Tests of pages that the browser translates: the translation wraps every text node in elements, which React does not expect. The page
// must keep working.
import type { Page } from '@playwright/test'
import { brand } from '../support/brand.ts'
import { expect, test } from '../support/journey.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import { openSignInDialog } from './account-dialog.ts'
import { openContactDialog } from './contact-dialog.ts'
import { openPage } from './open-page.ts'
import { openSignupDialog } from './signup-dialog.ts'

/** Wraps text nodes as Chrome's translation does, now and on later changes, without changing the text. */
async function translate(page: Page): Promise<void> {
  await page.evaluate(() => {
    const html = 'http://www.w3.org/1999/xhtml'
    const left = 'font, script, style, textarea'
    const wrap = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      const texts: Text[] = []
      while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode)
      for (const text of texts.filter(({ data, parentElement }) => data.trim() && !parentElement?.closest(left))) {
        const outer = document.createElementNS(html, 'font')
        const inner = document.createElementNS(html, 'font')
        inner.textContent = text.data
        outer.append(inner)
        text.replaceWith(outer)
      }
    }
    const observer = new MutationObserver((changes) => {
      for (const { addedNodes, target } of changes) {
        for (const node of addedNodes) wrap(node instanceof Text ? target : node)
      }
    })
    wrap(document.body)
    observer.observe(document.body, { subtree: true, childList: true })
  })
}

test('on a browser-translated page the sign-up form validates, corrects an email typo and stores the sign-up', async ({
  page,
  backend,
}) => {
  const { dialog, name, email, submit } = await openSignupDialog(page)
  await translate(page)
  const visitor = createTestVisitor()
  await submit.click()
  await expect(dialog.getByText('Name is required').first()).toBeVisible()
  await name.fill(visitor.name)
  await email.fill('mara@gmial.com')
  await name.focus()
  await dialog.getByRole('button', { name: 'mara@gmail.com' }).click()
  await expect(email).toHaveValue('mara@gmail.com')
  await email.fill(visitor.email)
  await submit.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Welcome to ${brand.name}!`)
  const { data } = await backend.secretClient().from('early_access_users').select('name').eq('email', visitor.email)
  expect(data).toEqual([{ name: visitor.name }])
})

test('on a browser-translated page the contact form, the account dialog and the photo deck work', {
  tag: '@rehearsal',
}, async ({ page, announce }) => {
  announce.trouble(/status of 400/)
  await test.step('the contact form validates and sends a message', async () => {
    const { dialog, write, send } = await openContactDialog(page)
    await translate(page)
    await send.click()
    await expect(dialog.getByText('Message is required').first()).toBeVisible()
    await write({ ...createTestVisitor(), message: 'Do you read RAW files?' })
    await expect(dialog.getByRole('heading', { name: 'Message sent' })).toBeVisible()
  })
  await test.step('the photo deck updates its counts on Keep and Undo', async () => {
    await openPage(page, '/')
    const tools = page.locator('.deck-tools')
    await tools.scrollIntoViewIfNeeded()
    await translate(page)
    for (const count of ['1 kept', '2 kept']) {
      await tools.getByRole('button', { name: 'Keep' }).click()
      await expect(tools.getByText(count)).toBeVisible()
    }
    for (let times = 0; times < 2; times++) await tools.getByRole('button', { name: 'Undo' }).click()
    await expect(tools.getByText('Your turn')).toBeVisible()
  })
  await test.step('the account dialog shows a sign-in error and switches to the create-account view', async () => {
    const { dialog, email, password, button } = await openSignInDialog(page)
    await email.fill(createTestVisitor().email)
    await password.fill('not the right one')
    await button('Sign in').click()
    await expect(password).toHaveAccessibleDescription(/don’t match/)
    await button('Create account').click()
    await expect(dialog.getByRole('heading', { name: 'Create an account' })).toBeVisible()
  })
})

test('on a browser-translated page client-side navigation shows the heading of each page', async ({ page }) => {
  await openPage(page, '/')
  await translate(page)
  for (const [path, title] of [
    ['/terms', 'Terms of Service'],
    ['/privacy', 'Privacy Policy'],
    ['/', null],
  ] as const) {
    await page.locator(`footer a[href="${path}"]`).first().click()
    const heading = page.getByRole('heading', { level: 1 })
    await (title === null ? expect(heading).toBeVisible() : expect(heading).toHaveText(title))
  }
})
