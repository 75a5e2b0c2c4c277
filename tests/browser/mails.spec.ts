import { composeSampleMails } from '../../supabase/functions/_shared/mails/every-mail.ts'
import { expect, test } from '../support/journey.ts'
import { findWcagViolations } from './accessible.ts'

/** The mail templates that the accessibility check inspects. Together they contain every kind of content block. */
const INSPECTED = ['welcome_free', 'auth_confirm', 'contact_message']

test('every mail is readable in light and dark colour schemes, at 320 px and with large text, without network requests', async ({
  page,
}) => {
  const asked: string[] = []
  page.on('request', (request) => void asked.push(request.url()))
  for (const { kind, mail } of composeSampleMails()) {
    await page.setViewportSize({ width: 320, height: 640 })
    await page.setContent(mail.html)
    const width = () => page.evaluate(() => document.documentElement.scrollWidth)
    expect(await width(), `${kind} at 320 px`).toBe(320)
    await page.evaluate(() => document.body.style.setProperty('zoom', '1.5'))
    await page.setViewportSize({ width: 480, height: 640 })
    expect(await width(), `${kind} with large letters`).toBe(480)
    if (!INSPECTED.includes(kind)) continue
    // Landmark rules are for web pages; a mail has no landmarks.
    const broken = (await findWcagViolations(page)).filter((rule) => !/landmark|region/.test(rule))
    expect(broken, kind).toEqual([])
  }
  expect(asked).toEqual([])
})
