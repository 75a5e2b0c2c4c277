// Tests of visitors who do not wait for a response: they close a dialog, go back or open another page while a request is pending.
import type { Page } from '@playwright/test'
import { brand } from '../support/brand.ts'
import { expect, test, WITH_MOTION } from '../support/journey.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import { openContactDialog, openContactDialogOnPage } from './contact-dialog.ts'
import { delayRequests } from './delay-requests.ts'
import { clickAfterHydration, openPage } from './open-page.ts'
import { mockVersionFile } from './release-file.ts'
import { locateToast, openSignupDialog, openSignupDialogOnPage, SIGNUP_REQUEST_PATTERN } from './signup-dialog.ts'
import { waitForTwoFrames } from './two-frames.ts'

test.use(WITH_MOTION)

const MESSAGE = '**/functions/v1/send-contact-email'
const input = { name: 'Mara Lind', email: 'mara.lind@example.com', message: 'Hello,\nis there a version for two?' }
/** A waiting time in milliseconds that is longer than the delay after which a closed dialog clears its fields. */
const CLEARED_MS = 600

test('when sending a contact message fails after the dialog was closed, the reopened contact form contains the message', async ({
  page,
  announce,
}) => {
  announce.trouble(/status of 503/)
  const sending = await delayRequests(page, MESSAGE, (route) =>
    route.fulfill({ status: 503, json: { success: false } }),
  )
  const first = await openContactDialog(page)
  await first.write(input)
  await sending.begun
  await first.close.click()
  await expect(first.dialog).toBeHidden()
  await page.waitForTimeout(CLEARED_MS)
  const meanwhile = await openContactDialogOnPage(page)
  await expect(meanwhile.send).toHaveText('Sending...')
  await meanwhile.close.click()
  await expect(meanwhile.dialog).toBeHidden()
  sending.release()
  await expect(locateToast(page, 'Error')).toContainText('Failed to send email')
  await page.waitForTimeout(CLEARED_MS)

  const again = await openContactDialogOnPage(page)
  await expect(again.message).toHaveValue(input.message)
  await expect(again.dialog.getByText('Nothing you typed is lost.')).toBeVisible()
  await again.close.click()
  await expect(again.dialog).toBeHidden()
  await page.waitForTimeout(CLEARED_MS)
  await expect((await openContactDialogOnPage(page)).message).toHaveValue('')
})

for (const [way, leave] of [
  ['Close', (_: Page, close: () => Promise<void>) => close()],
  ['the back gesture', async (page: Page) => void (await page.goBack())],
] as const) {
  test(`when sending a contact message succeeds after the dialog was left by ${way}, the reopened form is empty`, {
    tag: '@rehearsal',
  }, async ({ page }) => {
    const sending = await delayRequests(page, MESSAGE, (route) => route.fulfill({ json: { success: true } }))
    const first = await openContactDialog(page)
    await first.write(input)
    await sending.begun
    await leave(page, () => first.close.click())
    await expect(first.dialog).toBeHidden()
    sending.release()
    await expect(locateToast(page, 'Message Sent!')).toBeVisible()
    await page.waitForTimeout(CLEARED_MS)
    const again = await openContactDialogOnPage(page)
    for (const field of [again.name, again.email, again.message]) await expect(field).toHaveValue('')
  })
}

test('when a sign-up request fails after the dialog was closed, the reopened sign-up dialog contains the input', async ({
  page,
  announce,
}) => {
  announce.trouble(/status of 503/)
  const sending = await delayRequests(page, SIGNUP_REQUEST_PATTERN, (route) =>
    route.fulfill({ status: 503, json: { code: '57P03', message: 'away', details: null, hint: null } }),
  )
  const first = await openSignupDialog(page)
  await first.signUp(input)
  await sending.begun
  await first.close.click()
  await expect(first.dialog).toBeHidden()
  await page.waitForTimeout(CLEARED_MS)
  sending.release()
  await expect(locateToast(page, 'Signup Failed')).toBeVisible()
  await page.waitForTimeout(CLEARED_MS)
  const again = await openSignupDialogOnPage(page)
  await expect(again.name).toHaveValue(input.name)
  await expect(again.email).toHaveValue(input.email)
})

test('a sign-up that succeeds after its dialog was closed opens the download page, even if history.back completes late', {
  tag: '@rehearsal',
}, async ({ page }) => {
  await page.addInitScript(() => {
    const goBack = history.back.bind(history)
    history.back = () => addEventListener('delayed-history-back', goBack, { once: true })
  })
  const visitor = createTestVisitor()
  const sending = await delayRequests(page, SIGNUP_REQUEST_PATTERN)
  const { dialog, signUp, close } = await openSignupDialog(page)
  await signUp(visitor)
  await sending.begun
  await close.click()
  await expect(dialog).toBeHidden()
  const answered = page.waitForResponse(SIGNUP_REQUEST_PATTERN)
  sending.release()
  await answered
  await waitForTwoFrames(page)
  await page.evaluate(() => dispatchEvent(new Event('delayed-history-back')))
  await expect(page).toHaveURL(/\/download$/)
  await expect(page.getByText(visitor.email)).toBeVisible()
  await expect(locateToast(page, `Welcome to ${brand.name}!`)).toBeVisible()
})

test('leaving while the home page for “Get Started” is still loading, by a link or back, opens no dialog, also not on the next visit', {
  tag: '@rehearsal',
}, async ({ page }) => {
  for (const way of ['link', 'back']) {
    await openPage(page, '/download')
    const home = await delayRequests(page, /\.js$/)
    await clickAfterHydration(page.getByRole('banner').getByRole('button', { name: 'Get Started' }))
    await expect(page).toHaveURL(/\/#free-access$/)
    if (way === 'link') await clickAfterHydration(page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }))
    else await page.goBack()
    await expect(page).toHaveURL(way === 'link' ? /\/terms$/ : /\/download$/)
    home.release()
    if (way === 'back') {
      await clickAfterHydration(page.getByRole('banner').getByRole('link', { name: brand.name }))
      await expect(page.locator('#free-access')).toBeAttached()
    }
    await page.waitForTimeout(2 * CLEARED_MS)
    await expect(page.getByRole('dialog')).toBeHidden()
    await page.unroute(/\.js$/)
  }
})

test.describe('on a Mac', () => {
  test.use({
    userAgent:
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15',
  })

  /**
   * Opens the download page while its script is held back, on a Mac whose browser reports an M1 chip, and presses the pointer down on the
   * button for the other chip, without releasing it.
   */
  async function pressEarly(page: Page) {
    await mockVersionFile(page)
    await page.addInitScript(() => {
      const hints = { platform: 'macOS', mobile: false, architecture: 'arm' }
      for (const [name, value] of [
        ['platform', 'MacIntel'],
        ['maxTouchPoints', 0],
        ['userAgentData', { ...hints, getHighEntropyValues: async () => hints }],
      ] as const)
        Object.defineProperty(navigator, name, { get: () => value })
    })
    const script = await delayRequests(page, /\.js$/)
    await page.goto('/download', { waitUntil: 'commit' })
    const pressed = page.getByRole('main').getByRole('link', { name: 'Download for Intel Mac' }).first()
    await pressed.scrollIntoViewIfNeeded()
    await pressed.hover()
    await page.mouse.down()
    script.release()
    await expect(page.getByText('Version 1.4.0')).toBeVisible()
    await expect(pressed).toHaveClass(/min-h-16/)
    return pressed
  }

  async function expectOneButton(page: Page) {
    await expect(page.locator('#main a.min-h-16').filter({ visible: true })).toHaveText(['Download for Apple Silicon'])
  }

  test('on the download page, a button pressed before the chip is known downloads the file under the pointer', async ({
    page,
    context,
  }) => {
    await pressEarly(page)
    const file = /\.(dmg|exe)$/
    await context.route(file, (route) => route.fulfill({ status: 204 }))
    const asked = context.waitForEvent('request', (request) => file.test(request.url()))
    await page.mouse.up()
    expect((await asked).url()).toMatch(/intel\.dmg$/)
    await page.mouse.move(2, 2)
    await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
    await expectOneButton(page)
  })

  test('a press that starts on a button of the download page and ends outside of it lets the buttons be arranged', {
    tag: '@rehearsal',
  }, async ({ page }) => {
    await pressEarly(page)
    await page.mouse.move(2, 2)
    await page.mouse.up()
    await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
    await expectOneButton(page)
  })
})
