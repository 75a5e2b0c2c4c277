// Tests that toasts about errors, successes and notes differ in icon, colour and role.
import type { Locator, Page } from '@playwright/test'
import { brand } from '../support/brand.ts'
import { expect, test } from '../support/journey.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import { pressSignInButton } from './account-dialog.ts'
import { openContactDialog } from './contact-dialog.ts'
import { locateToast, openSignupDialog, openSignupDialogOnPage, SIGNUP_REQUEST_PATTERN } from './signup-dialog.ts'

const CONTACT = '**/functions/v1/send-contact-email'
const NOTIFY = '**/functions/v1/send-notifications'

const reasonOf = (reason: string) => `We couldn't complete your signup: ${reason} Please try again or contact support.`

/** Every error of a sign-up request: the error response, and the title and text of the toast that the page shows. */
const REFUSALS = [
  ['23502', 400, 'Missing required information', 'Signup Failed', reasonOf('Missing required information.')],
  ['XX000', 500, 'internal', 'Signup Failed', reasonOf('Registration failed. Please try again.')],
  ['PT429', 429, 'Too Many Attempts: …', 'Too Many Attempts', 'Please wait before trying again.'],
  [
    ...(['PT403', 403, 'Security Check Failed: …', 'Security Check Failed'] as const),
    'Please contact support if you believe this is an error.',
  ],
  ['23514', 400, 'Name too long', 'Invalid Name', 'Name too long'],
  ['23514', 400, 'Email too long', 'Invalid Email', 'Email too long'],
] as const

/** The properties of a toast that are visible or announced by a screen reader, measured in the page. */
type ToastStyle = { role: string | null; hue: 'red' | 'green' | 'amber'; sign: string | null; contrasts: number[] }

async function styleOf(shown: Locator): Promise<ToastStyle> {
  await expect(shown).toBeVisible()
  return await shown.evaluate((card) => {
    const sign = card.querySelector('p svg')
    if (!sign) throw new Error('The toast has no sign.')
    const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
    const rgb = (colour: string): [number, number, number] => {
      if (!canvas) throw new Error('There is no canvas.')
      canvas.fillStyle = colour
      canvas.fillRect(0, 0, 1, 1)
      const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data
      return [red, green, blue]
    }
    const luminance = (colour: string) => {
      const [red, green, blue] = rgb(colour).map((part) =>
        part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
      )
      return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0)
    }
    const ground = luminance(getComputedStyle(card).backgroundColor)
    const contrast = (element: Element) => {
      const own = luminance(getComputedStyle(element).color)
      return (Math.max(own, ground) + 0.05) / (Math.min(own, ground) + 0.05)
    }
    const [red, green, blue] = rgb(getComputedStyle(sign).color)
    return {
      role: card.closest('[role]')?.getAttribute('role') ?? null,
      hue: green > red ? 'green' : blue > green ? 'red' : 'amber',
      sign: sign.querySelector('path')?.getAttribute('d') ?? null,
      contrasts: [sign, ...card.querySelectorAll('p, p + p, a, button')].map(contrast),
    } as const
  })
}

/** Triggers each toast in its page or dialog, and calls `lookAt` while the toast is visible and hovered, which keeps it. */
async function forEachToast(page: Page, lookAt: (title: string, toast: Locator) => Promise<void>): Promise<void> {
  const look = async (title: string, toast: Locator) => {
    await toast.hover({ position: { x: 20, y: 8 } })
    await lookAt(title, toast)
  }
  let answer: { status: number; json: object } = { status: 500, json: {} }
  await page.route(SIGNUP_REQUEST_PATTERN, (route) => route.fulfill(answer))
  const { dialog, name, email, submit, signUp } = await openSignupDialog(page)
  for (const [code, status, message, title, text] of REFUSALS) {
    answer = { status, json: { details: null, hint: null, code, message } }
    const visitor = createTestVisitor()
    await signUp(visitor)
    await look(title, locateToast(page, title).filter({ hasText: text }))
    await expect(dialog).toBeVisible()
    await expect(submit).toHaveText('Download App')
    await expect(name, 'what was typed stays').toHaveValue(visitor.name)
    await expect(email, 'what was typed stays').toHaveValue(visitor.email)
  }
  answer = { status: 409, json: { details: null, hint: null, code: '23505', message: 'Email already registered' } }
  await signUp(createTestVisitor())
  await look('Email Already Registered', locateToast(page, 'Email Already Registered'))

  await page.route(NOTIFY, (route) => route.fulfill({ status: 503, json: { success: false, error: 'away' } }))
  answer = { status: 201, json: {} }
  await (await openSignupDialog(page)).signUp(createTestVisitor())
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Welcome to ${brand.name}!`)
  for (const [title, text] of [
    [`Welcome to ${brand.name}!`, 'Check your email for confirmation. Redirecting to downloads...'],
    ['Note', 'Signup successful, but welcome email may be delayed.'],
  ] as const) {
    await expect(locateToast(page, title)).toContainText(text)
    await look(title, locateToast(page, title))
    await locateToast(page, title).getByRole('button', { name: 'Dismiss notification' }).click()
  }

  let contact: { status: number; json: object } = { status: 500, json: { success: false } }
  await page.route(CONTACT, (route) => route.fulfill(contact))
  const { write } = await openContactDialog(page)
  await write({ ...createTestVisitor(), message: 'Is there a version for two?' })
  await look('Error', locateToast(page, 'Error'))
  contact = { status: 200, json: { success: true } }
  await write({ ...createTestVisitor(), message: 'Is there a version for two?' })
  await look('Message Sent!', locateToast(page, 'Message Sent!'))

  await page.addInitScript(() => sessionStorage.setItem('pending-user-data', 'not JSON'))
  await page.goto('/download?session_id=cs_1')
  await look('Payment processed', locateToast(page, 'Payment processed'))
}

/**
 * Returns what is wrong about the visible toasts: a primary button or h1 of the page or of the open dialog that a toast covers, or a note that
 * repeats a toast's text. Errors of fields are exempt, because the specification asks for the same text at the field and in the toast.
 */
async function findToastFaults(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const stage = document.querySelector('dialog[open]') ?? document.querySelector('main') ?? document.body
    const toasts = [...document.querySelectorAll('.toast')]
    const kept = [...stage.querySelectorAll('.button.bg-kept, h1')].filter((element) => element.checkVisibility())
    const covered = kept.filter((button) => {
      const own = button.getBoundingClientRect()
      return toasts.some((toast) => {
        const { left, right, top, bottom } = toast.getBoundingClientRect()
        return own.left < right && own.right > left && own.top < bottom && own.bottom > top
      })
    })
    const texts = toasts.map((toast) => toast.querySelector('p + p')?.textContent ?? toast.textContent)
    const repeated = [...stage.querySelectorAll('p:not(.toast p, [id$="-error"])')].filter(
      (note) => note.checkVisibility() && texts.some((text) => note.textContent.includes(text)),
    )
    return [
      ...covered.map((button) => `A toast covers ${button.textContent}.`),
      ...repeated.map((note) => `A note repeats a toast: ${note.textContent}`),
    ]
  })
}

/** Time for a toast to get to its place. */
const SETTLED_WITHIN_MS = 4_000

for (const [width, height] of [
  [360, 740],
  [390, 844],
  [768, 1024],
  [1440, 900],
  [1920, 1080],
] as const) {
  const tag =
    width === 360 || width === 1440 ? ['@R4.4', '@R7.5', '@R8.3', '@R8.4', '@R8.8', '@R8.9', '@R8.11'] : '@rehearsal'
  test.describe(`in a window of ${width} x ${height}`, () => {
    test.use({
      viewport: { width, height },
      isMobile: false,
      hasTouch: false,
      userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:150.0) Gecko/20100101 Firefox/150.0',
    })

    test('error toasts are red alerts, success toasts green and notes amber statuses, each with its own icon and 4.5:1 contrast, over no primary button or h1 and beside no note with the same text', {
      tag,
    }, async ({ page, announce }) => {
      for (const status of [400, 403, 409, 429, 500, 503]) announce.trouble(new RegExp(`status of ${status}`))
      const looks: Record<'light' | 'dark', Record<string, ToastStyle>> = { light: {}, dark: {} }
      const faults: string[] = []
      await forEachToast(page, async (title, toast) => {
        await expect(toast).toBeVisible()
        // A toast may still be on its way to its place.
        const settled = expect.poll(() => findToastFaults(page), { timeout: SETTLED_WITHIN_MS }).toEqual([])
        await settled.catch(async () => {
          faults.push(...(await findToastFaults(page)).map((fault) => `${title}: ${fault}`))
        })
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme })
          looks[colorScheme][title] = await styleOf(toast)
        }
      })
      expect(faults).toEqual([])
      for (const [scheme, styles] of Object.entries(looks)) {
        const seen = Object.fromEntries(
          Object.entries(styles).map(([title, { role, hue }]) => [title, `${hue} ${role}`]),
        )
        expect(seen, scheme).toEqual({
          'Signup Failed': 'red alert',
          'Too Many Attempts': 'red alert',
          'Security Check Failed': 'red alert',
          'Invalid Name': 'red alert',
          'Invalid Email': 'red alert',
          Error: 'red alert',
          'Email Already Registered': 'amber status',
          Note: 'amber status',
          'Payment processed': 'amber status',
          [`Welcome to ${brand.name}!`]: 'green status',
          'Message Sent!': 'green status',
        })
        // A visitor who cannot distinguish the colours distinguishes the kinds of toasts by their icons.
        const signs = Object.groupBy(Object.values(styles), ({ hue }) => hue)
        const drawn = Object.values(signs).map((group) => new Set(group.map(({ sign }) => sign)))
        expect(drawn.map((own) => own.size)).toEqual([1, 1, 1])
        expect(new Set(drawn.flatMap((own) => [...own])).size).toBe(3)
        for (const [title, { contrasts }] of Object.entries(styles)) {
          expect(Math.min(...contrasts), `${scheme}: ${title}`).toBeGreaterThanOrEqual(4.5)
        }
      }
    })
  })
}

test('the toast of a payment leaves when a dialog opens over its page, and with the page; that of a sign-up arrives on the download page, where a phone shows one toast at a time', async ({
  page,
  announce,
}) => {
  announce.trouble(/status of 503/)
  await page.addInitScript(() => sessionStorage.setItem('pending-user-data', 'not JSON'))
  await page.goto('/download?session_id=cs_1')
  await locateToast(page, 'Payment processed').hover()
  const start = page.getByRole('banner').getByRole('button', { name: 'Get Started' })
  await expect(start, 'the bar of the download page').toBeHidden()
  await pressSignInButton(page)
  await expect(page.getByRole('dialog', { name: 'Sign in' })).toBeVisible()
  await expect(page.locator('.toast')).toHaveCount(0)

  await page.goto('/download?session_id=cs_2')
  await expect(locateToast(page, 'Payment processed')).toBeVisible()
  await page.getByRole('link', { name: 'Return to Homepage' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(brand.tagline)
  await expect(page.locator('.toast')).toHaveCount(0)
  await expect(start).toBeVisible()

  await page.route(SIGNUP_REQUEST_PATTERN, (route) => route.fulfill({ status: 201, body: '' }))
  await page.route(NOTIFY, (route) => route.fulfill({ status: 503, json: { success: false, error: 'away' } }))
  await (await openSignupDialogOnPage(page)).signUp(createTestVisitor())
  await expect(page).toHaveURL(/\/download$/)
  const [first, second] = [locateToast(page, `Welcome to ${brand.name}!`), locateToast(page, 'Note')]
  await first.hover()
  await expect(second).toHaveCount(0)
  await first.getByRole('button', { name: 'Dismiss notification' }).click()
  await expect(second).toBeVisible()
  await expect(first).toHaveCount(0)
})

test('on the welcome page of a wide window, the toast of a payment covers no control and no heading', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.addInitScript(() => sessionStorage.setItem('pending-user-data', 'not JSON'))
  await page.goto('/download?session_id=cs_1')
  const toast = locateToast(page, 'Payment processed')
  await toast.hover()
  const listCovered = () =>
    toast.evaluate((card) => {
      const { left, right, top, bottom } = card.getBoundingClientRect()
      return [...document.querySelectorAll('main :is(a, button, label, summary, h1, h2, h3)')]
        .filter((element) => {
          const box = element.getBoundingClientRect()
          const overlaps = box.left < right && box.right > left && box.top < bottom && box.bottom > top
          return overlaps && element.checkVisibility() && !card.contains(element)
        })
        .map(({ textContent }) => textContent)
    })
  await expect.poll(listCovered).toEqual([])
})
