// The features that a browser above the floor (website/browser-floor.ts) may lack, removed one at a time: every page and form works
// without. The pictures of each state are in the test's output folder.
import type { Page } from '@playwright/test'
import { brand } from '../support/brand.ts'
import { expect, test } from '../support/journey.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import { openContactDialogOnPage } from './contact-dialog.ts'
import { clickAfterHydration } from './open-page.ts'
import { locateOwnDeck, openPhotoOfferOnPage } from './own-photos-deck.ts'
import { createPng } from './photo-files.ts'
import { mockVersionFile } from './release-file.ts'
import { openSignupDialogOnPage } from './signup-dialog.ts'

test.use({ bypassCSP: true }) // the policy names styles and scripts by their hashes, which the removals change

type Removal = {
  /** Rewrites documents, styles and scripts as a browser without the feature reads them. */
  rewrite?: (text: string) => string
  /** Runs in the page before its scripts. */
  inPage?: () => void
}

/** Drops the declarations of a property, as a parser does that does not know it. `CSS.supports` is asked for none of them. */
function withoutProperty(property: string): Removal {
  return { rewrite: (text) => text.replaceAll(new RegExp(`(?<=[{;])\\s*${property}:[^;}]*;?`, 'g'), '') }
}

const REMOVALS: Readonly<Record<string, Removal>> = {
  'rel=expect': { rewrite: (text) => text.replaceAll('<link rel="expect"', '<link rel="unknown"') },
  'view transitions': { inPage: () => Reflect.deleteProperty(Document.prototype, 'startViewTransition') },
  'content-visibility': withoutProperty('content-visibility'),
  'details name': {
    // The browser does not group by an attribute of another name, and scripts still find the elements by the name.
    rewrite: (text) => text.replaceAll('<details name=', '<details data-name='),
    inPage: () => {
      const { getAttribute, setAttribute } = Element.prototype
      const hide = (name: string) => (name === 'name' ? 'data-name' : name)
      HTMLDetailsElement.prototype.getAttribute = function (name) {
        return getAttribute.call(this, hide(name))
      }
      HTMLDetailsElement.prototype.setAttribute = function (name, value) {
        setAttribute.call(this, hide(name), value)
      }
      document.getElementsByName = (name) => document.querySelectorAll(`[data-name="${name}"]`)
    },
  },
  requestIdleCallback: {
    inPage: () =>
      ['requestIdleCallback', 'cancelIdleCallback'].forEach((name) => Reflect.deleteProperty(globalThis, name)),
  },
  scrollend: {
    inPage: () => addEventListener('scrollend', (event) => event.stopImmediatePropagation(), { capture: true }),
  },
  ImageDecoder: { inPage: () => Reflect.deleteProperty(globalThis, 'ImageDecoder') },
  'speculation rules': { inPage: () => (HTMLScriptElement.supports = () => false) },
  ':open': { rewrite: (text) => text.replaceAll(/:open\b/g, ':-unknown-open') },
  'text-wrap': withoutProperty('text-wrap'),
}

async function remove(page: Page, { rewrite, inPage }: Removal): Promise<void> {
  if (inPage) await page.addInitScript(inPage)
  await page.route(
    ({ pathname }) => /^\/[\w-]*$|\.(css|js)$/.test(pathname),
    async (route) => {
      const response = await route.fetch({ maxRetries: 3 })
      const { 'speculation-rules': _, ...headers } = response.headers()
      const body = await response.text()
      await route.fulfill({ response, headers, body: rewrite?.(body) ?? body })
    },
  )
}

for (const [width, height] of [
  [360, 780],
  [1440, 900],
] as const)
  for (const [feature, removal] of Object.entries(REMOVALS)) {
    test(
      `without ${feature}, at ${width} pixels, pages, questions, menu, forms, own photos and downloads work`,
      {
        tag: '@rehearsal',
      },
      async ({ page, backend, announce }, info) => {
        // Chromium refuses WebSockets to this machine from a document that a test provides.
        announce.trouble(/ERR_BLOCKED_BY_LOCAL_NETWORK_ACCESS_CHECKS/)
        const take = (name: string) =>
          page.screenshot({ path: info.outputPath(`${name}.png`), fullPage: name === 'home' || name === 'download' })
        await page.setViewportSize({ width, height })
        await remove(page, removal)
        await mockVersionFile(page)

        await page.goto('/')
        await page.locator('html[data-ready]').waitFor({ state: 'attached' })
        await take('first-view')
        const questions = page.locator('#faq details')
        for (const index of [0, 2]) await questions.nth(index).locator('summary').click()
        await expect(page.locator('#faq details[open]')).toHaveCount(1)
        await expect(questions.nth(2)).toHaveAttribute('open')
        await take('questions')
        if (width < 768) {
          await page.getByLabel('Menu', { exact: true }).click()
          await take('menu')
          await page.locator('#menu').getByRole('link', { name: 'How It Works' }).click()
          await expect(page.locator('#menu')).toBeHidden()
        } else {
          await page.getByLabel('Main').getByRole('link', { name: 'How It Works' }).click()
        }
        const top = () => page.locator('#how-it-works').evaluate((it) => Math.round(it.getBoundingClientRect().top))
        await expect.poll(top).toBe(80)
        await take('home')

        const visitor = createTestVisitor()
        const contact = await openContactDialogOnPage(page)
        await contact.write({ ...visitor, message: 'Does it read the photos of an old camera?' })
        await expect(page.getByRole('heading', { name: 'Message Sent!' })).toBeVisible()
        await take('contact')
        await contact.dialog.getByLabel('Close').click()

        const { picker } = await openPhotoOfferOnPage(page)
        await picker.setInputFiles([createPng('blue.png', 60, 40, [0, 90, 200])])
        const own = locateOwnDeck(page)
        await own.getByRole('button', { name: 'Keep', exact: true }).click()
        await expect(own).toContainText('You kept it.')
        await own.getByRole('button', { name: 'Print the receipt' }).click()
        await expect(own.getByRole('region', { name: 'Receipt' })).toBeVisible()
        await take('own-photos')

        const signup = await openSignupDialogOnPage(page)
        await signup.signUp({ ...visitor, email: 'nobody@nowhere' })
        await expect(signup.email).toHaveAttribute('aria-invalid', 'true')
        await take('signup-error')
        await signup.signUp(visitor)
        await expect(page.getByRole('heading', { level: 1, name: `Welcome to ${brand.name}!` })).toBeVisible()
        const { data } = await backend.secretClient().from('early_access_users').select().eq('email', visitor.email)
        expect(data).toHaveLength(1)
        await take('download')
        await page.goto('/download')
        await clickAfterHydration(page.locator('#download-faq summary').first())
        await expect(page.locator('#download-faq details[open]')).toHaveCount(1)
        await expect(page.getByRole('link', { name: /^Download for/ }).first()).toHaveAttribute('href', /\/downloads\//)
        await page.unrouteAll({ behavior: 'ignoreErrors' })
      },
    )
  }
