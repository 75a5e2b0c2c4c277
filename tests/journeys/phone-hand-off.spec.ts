// Tests of the download page on a phone, which cannot run the app: it hands the link on.
import { brand } from '../support/brand.ts'
import { expect, test, WITH_MOTION } from '../support/journey.ts'
import { waitForMails } from '../support/mail-box.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import { PHONE } from './emulate-computer.ts'
import { WHOLLY } from './page-checks.ts'
import { mockVersionFile } from './release-file.ts'
import { openSignupDialog } from './signup-dialog.ts'

test.use({ ...WITH_MOTION, userAgent: PHONE })

const FILES = ['Download for Windows', 'Download for Apple Silicon', 'Download for Intel Mac']
const MAILED = `${brand.name} runs on a Mac or Windows computer. We’ve mailed you the link: open it there.`
const SEND = `${brand.name} runs on a Mac or Windows computer. Send yourself the link and open it there.`

test('after a sign-up the welcome page on a phone says that the link was mailed, in the first view, or offers to send it when the mail could not be requested, also after a reload', async ({
  page,
  backend,
  announce,
}) => {
  announce.trouble(/status of 503/)
  const notification = '**/functions/v1/send-notifications'
  await page.route(notification, (route) => route.fulfill({ status: 503, json: { success: false, error: 'away' } }))
  await (await openSignupDialog(page)).signUp(createTestVisitor())
  await expect(page.getByText(SEND)).toBeVisible()
  await page.reload()
  await expect(page.getByText(SEND)).toBeVisible()
  await expect(page.getByText(MAILED)).toHaveCount(0)

  await page.unroute(notification)
  const visitor = createTestVisitor()
  const requested = page.waitForResponse(notification)
  await (await openSignupDialog(page)).signUp(visitor)
  await expect(page.getByText(MAILED)).toBeInViewport(WHOLLY)
  const [mail] = await waitForMails(backend, visitor.email)
  await (await requested).finished() // a reload before would cancel the request, and the page would not know that the mail was sent
  expect(mail?.text).toMatch(/https?:\/\/\S+\/download\b/)
  await page.reload()
  await expect(page.getByText(MAILED)).toBeVisible()
})

test('the plain download page on a phone names the computers that run the app, and copies the link, or shares it where there is a share sheet', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await mockVersionFile(page)
  await page.goto('/download')
  await expect(page.getByText(SEND)).toBeInViewport(WHOLLY)
  await page.getByRole('button', { name: 'Copy the link' }).click()
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/download$/)
  for (const name of FILES) await expect(page.getByRole('link', { name })).toBeHidden()
  await page.getByRole('button', { name: 'Download here anyway' }).click()
  for (const name of FILES) await expect(page.getByRole('link', { name })).toBeVisible()

  await page.addInitScript(() => {
    Navigator.prototype.share = (data) => Promise.resolve(void (document.title = `shared ${data?.url}`))
  })
  await page.reload()
  await page.getByRole('button', { name: 'Share the link' }).click()
  await expect(page).toHaveTitle(/^shared http.*\/download$/)
})
