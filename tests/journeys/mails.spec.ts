import type { ComposedMail } from '../../supabase/functions/_shared/mail.ts'
import { composeSampleMails } from '../../supabase/functions/_shared/mails/every-mail.ts'
import { expect, test } from '../support/journey.ts'
import { findWcagViolations } from './accessible.ts'

/** Returns the HTML of a mail with its pictures as data URLs, because a browser does not know the parts of the mail. */
function showPictures({ html, pictures = [] }: ComposedMail): string {
  return pictures.reduce(
    (shown, { contentId, type, base64 }) => shown.replaceAll(`cid:${contentId}`, `data:${type};base64,${base64}`),
    html,
  )
}

test('every mail is readable in light and dark colour schemes, at 320 px and with large text, without network requests', async ({
  page,
}) => {
  const asked: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith('data:image/')) asked.push(request.url())
  })
  for (const { kind, mail } of composeSampleMails()) {
    await page.setViewportSize({ width: 320, height: 640 })
    await page.setContent(showPictures(mail))
    const width = () => page.evaluate(() => document.documentElement.scrollWidth)
    expect(await width(), `${kind} at 320 px`).toBe(320)
    const pictures = page.locator('img')
    await expect(pictures).toHaveCount(mail.pictures?.length ?? 0)
    for (const picture of await pictures.all())
      expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    await page.evaluate(() => document.body.style.setProperty('zoom', '1.5'))
    await page.setViewportSize({ width: 480, height: 640 })
    expect(await width(), `${kind} with large letters`).toBe(480)
    // Landmark rules are for web pages; a mail has no landmarks.
    const broken = (await findWcagViolations(page)).filter((rule) => !/landmark|region/.test(rule))
    expect(broken, kind).toEqual([])
  }
  expect(asked).toEqual([])
})
