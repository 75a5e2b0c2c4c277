// Tests of the welcome view of the download page, with order details in the navigation state.
import type { Page } from '@playwright/test'
import { brand } from '../support/brand.ts'
import { expect, test, WITH_MOTION } from '../support/journey.ts'
import { emulateComputer, WINDOWS } from './emulate-computer.ts'
import { openPage, waitForHydration } from './open-page.ts'
import { mockVersionFile } from './release-file.ts'
import { locateDetails, sampleOrder, showWelcome } from './welcome-view.ts'

test.use(WITH_MOTION)

const FILES = ['Download for Windows', 'Download for Apple Silicon', 'Download for Intel Mac']
const STEPS = ['Download and install', 'Start curating', 'Share feedback']
const INVITATION = 'Send it to the one who was in the pictures with you'

/** Asserts the sections that the download page shows below its heading, in this order, both as the plain page and as the welcome page. */
async function expectRestOfPage(page: Page): Promise<void> {
  const main = page.getByRole('main')
  const headings = await main.getByRole('heading', { level: 2 }).allTextContents()
  expect(headings.filter((text) => ![INVITATION, 'Registration Details'].includes(text))).toEqual([
    'Latest version',
    'Not on Windows? Other files',
    'Getting started',
    'Questions about the download',
    'Check your file',
    'Need help?',
  ])
  await expect(main.getByText('Version 1.4.0')).toBeVisible()
  await expect(main.getByText('Released Mar 5, 2025')).toBeVisible()
  for (const name of FILES) await expect(main.getByRole('link', { name })).toBeVisible()
  await expect(main.getByRole('link', { name: /which chip does/i })).toBeVisible()
  await expect(page.locator('#getting-started li h3')).toHaveText(STEPS)
  await expect(page.locator('#download-faq summary')).toHaveCount(7)
  await expect(page.locator('#help').getByRole('link', { name: brand.mailboxes.support })).toBeVisible()
  await expect(main.getByRole('link', { name: 'Return to Homepage' })).toBeVisible()
  const heights = await main.locator('section').evaluateAll((all) => all.map((it) => Math.round(it.clientHeight)))
  expect(Math.min(...heights)).toBeGreaterThan(60)
}

/** Opens the plain page as on Windows, with a browser that has a share sheet. */
async function openPlainPage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Navigator.prototype.share = (data) => Promise.resolve(void (document.title = `shared ${data?.text} ${data?.url}`))
  })
  await mockVersionFile(page)
  await emulateComputer(page, WINDOWS)
  await page.goto('/download')
}

test('with order details the download page shows a check mark, every registration detail, all content of the plain page and an invitation to share the site, also after a reload and a section link', {
  tag: ['@R1.6', '@R2.34', '@R2.35', '@R2.36', '@R2.42', '@R2.43', '@R2.44', '@R2.46', '@R4.14'],
}, async ({ page }) => {
  await openPlainPage(page)
  await expect(page.getByText('Registration Details')).toHaveCount(0)
  await expectRestOfPage(page)
  await page.evaluate(() => history.replaceState({ orderDetails: { name: 7 } }, ''))
  await page.reload()
  await expect(page.getByText('Version 1.4.0')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 }), 'invalid details').toHaveText(`Download ${brand.name}`)

  await showWelcome(page)
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText(`Welcome to ${brand.name}!`)
  await expect(page).toHaveTitle(`Welcome to ${brand.name} - Download Now`)
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  const head = heading.locator('xpath=..')
  await expect(head.locator('svg').first()).toBeVisible()
  const check = await head.locator('svg').first().boundingBox()
  expect(check?.width).toBeGreaterThan(30)
  expect((check?.y ?? 0) + (check?.height ?? 0)).toBeLessThan((await heading.boundingBox())?.y ?? 0)
  await expect(head.getByText('Your registration is complete. The rest happens on your computer.')).toBeVisible()
  const box = locateDetails(page)
  const rows = await box
    .locator('dl > div')
    .evaluateAll((all) =>
      all.map((row) => [...row.children].map((cell) => (cell.checkVisibility() ? cell.textContent : 'hidden'))),
    )
  expect(rows).toEqual([
    ['Name', sampleOrder.name],
    ['Email', sampleOrder.email],
    ['Status', 'Free Access'],
    ['Date', sampleOrder.date],
  ])
  const breaks = await box.locator('wbr').evaluate((at) =>
    [at.previousSibling, at.nextSibling].map((half) => {
      const range = document.createRange()
      range.selectNodeContents(half ?? at)
      return range.getClientRects().length
    }),
  )
  expect(breaks, 'an address breaks before its @ only').toEqual([1, 1])
  await expectRestOfPage(page)
  await expect(page.getByText('Just ask, and we’ll refund you in full.')).toHaveCount(0)

  await waitForHydration(page)
  await page.locator('a[href^="#"]:not(.skip-link)').filter({ visible: true }).first().click()
  await expect(page).toHaveURL(/\/download#/)
  for (const when of ['after a section link', 'after a reload']) {
    await expect(heading, when).toHaveText(`Welcome to ${brand.name}!`)
    await expect(box, when).toContainText(sampleOrder.email)
    await page.reload()
  }
  const invitation = page.getByRole('region', { name: INVITATION })
  await invitation.getByRole('button', { name: 'Share the link' }).click()
  await expect(page).toHaveTitle(/^shared For all those photos of ours\. http[^ ]*\/$/)
})

test.describe('on a Windows computer', () => {
  test.use({ userAgent: WINDOWS, hasTouch: false, isMobile: false })

  test('the file for the computer is the largest button of the welcome page, is first and in the first view, above the registration details; that of a buyer says nowhere else that the app is free', {
    tag: '@wide',
  }, async ({ page }) => {
    await mockVersionFile(page)
    await openPage(page, '/download')
    await showWelcome(page)
    const own = page.getByRole('link', { name: 'Download for Windows' })
    await expect(own).toHaveClass(/bg-kept/)
    await page.getByText('86 MB · Windows 10 or later').first().waitFor()
    const boxes = await page
      .getByRole('main')
      .locator('.button')
      .filter({ visible: true })
      .evaluateAll((all) =>
        all.map((it) => {
          const { top, bottom, width, height } = it.getBoundingClientRect()
          return { text: it.textContent, bottom, top, area: width * height, isPrimary: it.matches('.bg-kept') }
        }),
      )
    const [first, ...others] = boxes
    expect(first?.text).toBe('Download for Windows')
    expect(first?.bottom).toBeLessThanOrEqual(page.viewportSize()?.height ?? 0)
    expect(others.filter(({ area }) => area >= (first?.area ?? 0))).toEqual([])
    expect(others.filter(({ isPrimary }) => isPrimary)).toEqual([])
    const box = locateDetails(page)
    expect((await box.boundingBox())?.y).toBeGreaterThan(first?.bottom ?? Infinity)

    await showWelcome(page, { ...sampleOrder, amount: 49, orderId: 'cs_1' })
    await expect(box.locator('dt')).toHaveText(['Name', 'Email', 'Status', 'Date'])
    await expect(box.locator('dd')).toHaveText([sampleOrder.name, sampleOrder.email, 'Free Access', sampleOrder.date])
    await expect(box).not.toContainText('49')
    await box.evaluate((element) => element.remove())
    await expect(page.getByText('And if it isn’t for you? Just ask, and we’ll refund you in full.')).toBeVisible()
    const text = await page.getByRole('main').evaluate((main) => main.textContent)
    expect(text).toContain('Nothing more.')
    expect(text).not.toMatch(/\bfree\b/i)
  })
})
