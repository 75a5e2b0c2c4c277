// Parts of a page that throw, one at a time: the rest of the page keeps working, and the part's headings and links stay.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { brand } from '../support/brand.ts'
import { expect, test } from '../support/journey.ts'
import type { TestBackend } from '../support/start-backend.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import { createAccount, signInThroughDialog } from './account-dialog.ts'
import { openContactDialog } from './contact-dialog.ts'
import { returnFromPayment } from './payment.ts'
import { mockVersionFile } from './release-file.ts'
import { openSignupDialog } from './signup-dialog.ts'

const assets = join(import.meta.dirname, '../../website/dist/client/assets')
const THROWN = 'Thrown by the test'

/** Texts of a page's headings and links, which stay when one of its parts throws. */
function readOutline(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const outline = [...document.querySelectorAll<HTMLElement>('h1, h2, h3, a[href]')]
    return outline.map((element) => `${element.tagName} ${element.textContent.replace(/\s+/g, ' ').trim()}`).toSorted()
  })
}

/** Makes the component that renders an element throw instead: replaces the value of the element's attribute in the built script. */
async function throwInPart(page: Page, chunk: string, attribute: string): Promise<void> {
  const file = readdirSync(assets).find((each) => new RegExp(`^${chunk}-[\\w-]{6}\\.js$`).test(each)) ?? ''
  const script = readFileSync(join(assets, file), 'utf8')
  const [name = '', value = ''] = attribute.split('=')
  const place = new RegExp(`("?${name}"?):\`${value}\``)
  expect(script, attribute).toMatch(place)
  const body = script.replace(place, `$1:(()=>{throw Error("${THROWN}")})()`)
  await page.route(`**/assets/${file}`, (route) => route.fulfill({ body, contentType: 'text/javascript' }))
}

const PARTS: [path: string, chunk: string, attribute: string][] = [
  ...['demo-video', 'testimonials', 'features', 'story', 'who-is-this-for', 'free-access', 'faq'].map(
    (id): [string, string, string] => ['/', 'home', `id=${id}`],
  ),
  ['/', 'home', 'aria-label=Welcome'],
  ['/', 'home', 'aria-label=Try it: a deck of prints to keep or let go'],
  ['/', 'home', 'id=download-banner'],
  ['/', 'frame', 'aria-label=Main'],
  ['/', 'frame', 'id=footer'],
  ['/', 'frame', 'className=toast-region'],
  ['/', 'frame', 'id=top'],
  ['/download', 'download', 'aria-labelledby=latest-version'],
  ['/download', 'download', 'id=check-file'],
  ['/download', 'download', 'id=getting-started'],
  ['/download', 'download', 'id=download-faq'],
  ['/download', 'download', 'id=help'],
  ['/download', 'download', 'className=flex items-center justify-between gap-4'],
]

/** The parts that `npm test` makes throw: two that contain others, one of them the whole page, and a section of each page. */
const IN_EVERY_RUN = ['id=faq', 'aria-label=Main', 'id=top', 'id=check-file']

for (const [path, chunk, attribute] of PARTS) {
  const tag = IN_EVERY_RUN.includes(attribute) ? [] : '@rehearsal'
  test(`when the part ${attribute} of ${path} throws, the headings and links of the page stay`, { tag }, async ({
    page,
    announce,
  }) => {
    announce.trouble(new RegExp(THROWN))
    announce.trouble(/ERR_FAILED/)
    await page.route('**/assets/boot-*', (route) => route.abort())
    const aborted = page.waitForEvent('console', (message) => message.text().includes('ERR_FAILED'))
    await page.goto(path)
    await aborted // the page may be left before the browser reports it
    const prerendered = await readOutline(page)
    await page.unroute('**/assets/boot-*')
    await page.reload()
    await page.locator('html[data-ready]').waitFor({ state: 'attached' })
    const kept = (await readOutline(page)).filter((each) => prerendered.includes(each))
    expect(kept.length).toBeGreaterThan(10)
    await throwInPart(page, chunk, attribute)
    const thrown = page.waitForEvent('console', (message) => message.text().includes(THROWN))
    await page.reload()
    await thrown
    if (attribute !== 'id=top') await page.locator('html[data-ready]').waitFor({ state: 'attached' })
    await expect.poll(() => readOutline(page)).toEqual(expect.arrayContaining(kept))
    if (path === '/download') return
    const download = page.locator(attribute === 'id=free-access' ? '#faq' : '#free-access')
    const label = attribute === 'id=free-access' ? 'Contact Us' : 'Download App'
    await download.getByRole('button', { name: label }).click()
    if (attribute === 'id=top') await expect(page).toHaveURL(/\/download$/)
    else await expect(page.locator('dialog[open]')).toBeVisible()
  })
}

type Flow = (page: Page, backend: TestBackend) => Promise<void>

/** What a visitor can do that must have an outcome. Each flow resolves when the page shows it, and rejects when it is none of those allowed. */
const FLOWS: Readonly<Record<string, Flow>> = {
  async 'sign-up'(page, backend) {
    await mockVersionFile(page)
    const visitor = createTestVisitor()
    const dialog = openSignupDialog(page).then(({ signUp }) => signUp(visitor))
    // The heading and not the toast: when a script throws, the page may be reloaded, which removes the toast.
    const done = page.getByRole('heading', { level: 1, name: `Welcome to ${brand.name}!` })
    const failed = page.locator('.toast').filter({ hasText: 'Signup Failed' })
    await expectOutcome(page, dialog, [done, failed])
    const rows = backend.secretClient().from('early_access_users').select().eq('email', visitor.email)
    if (await done.isVisible()) expect((await rows).data).toHaveLength(1)
  },
  async contact(page, backend) {
    const letter = { ...createTestVisitor(), message: 'Does it read the photos of an old camera?' }
    const dialog = openContactDialog(page).then(({ write }) => write(letter))
    const sent = page.getByRole('heading', { name: 'Message Sent!' })
    await expectOutcome(page, dialog, [sent, page.locator('.toast').filter({ hasText: 'Error' })])
    const rows = backend.secretClient().from('contact_messages').select().eq('email', letter.email)
    if (await sent.isVisible()) expect((await rows).data).toHaveLength(1)
  },
  async 'sign-in'(page, backend) {
    const member = await createAccount(backend)
    const done = page.locator('.toast').filter({ hasText: 'You’re signed in' })
    const failed = page.locator('dialog[open] [role=alert]').filter({ hasText: /\w/ })
    await expectOutcome(page, signInThroughDialog(page, member), [done, failed])
  },
  async 'paid return'(page, backend) {
    const visitor = createTestVisitor()
    await returnFromPayment(page, { ...visitor, amount: 49 })
    await expect(page.locator('.toast').filter({ hasText: /Payment (Successful|processed)/ })).toBeVisible()
    const rows = () => backend.secretClient().from('early_access_users').select().eq('email', visitor.email)
    await expect.poll(async () => (await rows()).data?.length, { message: 'the buyer is stored' }).toBe(1)
  },
}

async function expectOutcome(page: Page, way: Promise<unknown>, outcomes: ReturnType<Page['locator']>[]) {
  const unloaded = page.getByRole('complementary', { name: 'Form not loaded' })
  const any = outcomes.reduce((one, other) => one.or(other), unloaded).first()
  await Promise.race([way.catch(() => {}), any.waitFor()])
  await expect(any).toBeVisible()
  await expect(page.locator('dialog[open] [aria-busy=true]')).toHaveCount(0)
  await expect(page.locator('h1').first()).not.toBeEmpty()
}

/** Scripts without which a page is not hydrated, so that it behaves as without script (late-scripts.spec.ts). */
const FIRST_SCRIPTS = /^(boot|frame|checks|home|download)-/

/** Returns the lazily loaded scripts that a flow requests. */
async function recordScripts(page: Page, flow: Flow, backend: TestBackend): Promise<string[]> {
  const names = new Set(readdirSync(assets).filter((name) => name.endsWith('.js') && !FIRST_SCRIPTS.test(name)))
  const asked = new Set<string>()
  page.on('request', (request) => {
    const name = request.url().split('/').at(-1) ?? ''
    if (names.has(name)) asked.add(name)
  })
  await flow(page, backend)
  return [...asked]
}

/** Functions that a browser within the supported range, or its settings, can lack. */
const BUILT_INS = [
  'Promise.withResolvers',
  'AbortSignal.any',
  'AbortSignal.timeout',
  'URL.canParse',
  'URL.parse',
  'Object.groupBy',
  'Array.prototype.toReversed',
  'Array.prototype.toSorted',
  'String.prototype.toWellFormed',
  'String.prototype.isWellFormed',
  'Element.prototype.checkVisibility',
  'HTMLElement.prototype.hidePopover',
  'HTMLDialogElement.prototype.showModal',
  'structuredClone',
  'requestIdleCallback',
  'ImageDecoder',
  'Document.prototype.startViewTransition',
  'IntersectionObserver',
  'ResizeObserver',
  'MutationObserver',
  'BroadcastChannel',
  'WebSocket',
  'localStorage',
]

/** The time limit for one run of a flow in milliseconds. A test runs its flow many times, so its own limit is a multiple. */
const STEP_TIMEOUT = 60_000

for (const [name, flow] of Object.entries(FLOWS)) {
  test(`when a lazily loaded script throws, ${name} ends in an outcome, for each script that it loads`, {
    tag: '@rehearsal',
  }, async ({ page, backend }) => {
    const scripts = await recordScripts(page, flow, backend)
    expect(scripts.length).toBeGreaterThan(1)
    test.setTimeout((scripts.length + 1) * STEP_TIMEOUT)
    for (const script of scripts) {
      await test.step(script, async () => {
        const context = await newContext(page, backend)
        await context.route(`**/assets/${script}`, (route) =>
          route.fulfill({ contentType: 'text/javascript', body: `throw Error("${THROWN}")` }),
        )
        await flow(await context.newPage(), backend)
        await context.close()
      })
    }
  })

  test(`when a built-in function is missing, ${name} ends in an outcome, for each such function`, {
    tag: '@rehearsal',
  }, async ({ page, backend }) => {
    test.setTimeout((BUILT_INS.length + 1) * STEP_TIMEOUT)
    for (const path of BUILT_INS) {
      await test.step(path, async () => {
        const context = await newContext(page, backend)
        await context.addInitScript((names) => {
          const parents = names.slice(0, -1).map((_, place) => names.slice(0, place + 1))
          const parent = parents.reduce<object>(
            (_, path) => path.reduce<object>((of, name) => Reflect.get(of, name), window),
            window,
          )
          const key = names.at(-1) ?? ''
          Reflect.deleteProperty(parent, key)
          if (key in parent) Object.defineProperty(parent, key, { get: () => undefined })
        }, path.split('.'))
        await flow(await context.newPage(), backend)
        await context.close()
      })
    }
  })
}

/** Opens a browser context whose console may report errors, because the fixture `announce` watches only the context of `page`. */
async function newContext(page: Page, backend: TestBackend) {
  const browser = page.context().browser()
  if (!browser) throw new Error('There is no browser.')
  return browser.newContext({ baseURL: backend.url, reducedMotion: 'reduce' })
}
