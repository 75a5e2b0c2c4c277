import { expect, type Page } from '@playwright/test'
import type { TestBackend } from '../support/start-backend.ts'
import { startConsole, type TestConsole } from '../support/start-console.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import { findWcagViolations } from './accessible.ts'

/** A text with markup, a script and a right-to-left override, all of which a page must show as plain text. */
export const HOSTILE = `<img src=x onerror="document.title='hit'"><script>document.title='hit'</script> \u202e"}`

/** Inserts a free and a paid sign-up, a message and a mail that was given up. The message and the mail's error are `HOSTILE`. */
export async function fillForConsole(backend: TestBackend) {
  const operator = backend.secretClient()
  const visitor = createTestVisitor()
  const buyer = { ...createTestVisitor(), is_paid: true, amount: 29, order_id: `cs_${Date.now()}` }
  expect((await operator.from('early_access_users').insert(visitor)).error).toBeNull()
  expect((await operator.from('early_access_users').insert(buyer)).error).toBeNull()
  const message = { name: HOSTILE.slice(0, 100), email: visitor.email, message: HOSTILE }
  expect((await operator.from('contact_messages').insert(message)).error).toBeNull()
  const mail = {
    kind: 'welcome_free',
    recipient: visitor.email,
    gave_up_at: new Date().toISOString(),
    last_error: HOSTILE,
  }
  expect((await operator.from('mail_outbox').insert(mail)).error).toBeNull()
  return { visitor, buyer }
}

/** Starts a console and opens its link. Disposing leaves the page first, because a request to the stopped console would fail the test. */
export async function openConsole(
  page: Page,
  backend: Pick<TestBackend, 'url' | 'secretKey' | 'dataDir'>,
  environment: Record<string, string> = {},
): Promise<TestConsole> {
  const console = await startConsole(backend, [], environment)
  // Safari before 27 and Chrome before 124 cannot iterate over a stream.
  await page.addInitScript(() => Reflect.deleteProperty(ReadableStream.prototype, Symbol.asyncIterator))
  await page.goto(console.link)
  return {
    ...console,
    async [Symbol.asyncDispose]() {
      for (const each of page.context().pages()) await each.goto('about:blank')
      await console[Symbol.asyncDispose]()
    },
  }
}

/** Opens a page of the console with its link in the navigation. */
export async function goTo(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

/** Asserts that the page does not scroll sideways. `where` names the page in the error. */
async function expectNoSidewaysScroll(page: Page, where: string): Promise<void> {
  const wider = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await expect.poll(wider, { message: `${where} scrolls sideways`, timeout: 2_000 }).toBe(0)
}

/** Returns the words of up to 16 letters that are broken over lines, because what they are in is narrower than they are. */
function findBrokenWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const broken: string[] = []
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const { currentNode: node } = texts
      if (node.parentElement?.checkVisibility() !== true) continue
      for (const { 0: token, index } of (node.nodeValue ?? '').matchAll(/\S+/g)) {
        if (token.length > 24) continue // an address or an id, which may break anywhere
        for (const word of token.matchAll(/[\p{L}\p{N}]{2,16}/gu)) {
          const range = document.createRange()
          range.setStart(node, index + word.index)
          range.setEnd(node, index + word.index + word[0].length)
          if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) broken.push(word[0])
        }
      }
    }
    return broken
  })
}

/**
 * Asserts that the page does not scroll sideways and breaks no word at 1440, 768 and 360 px, that at 360 px no table scrolls sideways either,
 * and that the page does not violate WCAG 2.2 AA in any colour scheme. Leaves the window 1440 px wide.
 */
export async function expectGoodAtAllWidths(page: Page, where: string): Promise<void> {
  for (const width of [1440, 768, 360]) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoSidewaysScroll(page, `${where} at ${width} px`)
    expect(await findBrokenWords(page), `${where} at ${width} px`).toEqual([])
    if (width === 1440) expect(await findWcagViolations(page), where).toEqual([])
  }
  const wider = await page
    .locator('.table-box')
    .evaluateAll((boxes) => boxes.filter((box) => box.scrollWidth > box.clientWidth).map((box) => box.ariaLabel))
  expect(wider, `${where}: tables at 360 px`).toEqual([])
  await page.setViewportSize({ width: 1440, height: 900 })
}
