import type { MailPreview } from './request-preview.ts'

/** Returns the HTML part of a mail with its pictures as `data:` URLs, for a browser, which has no parts of a mail to load `cid:` URLs from. */
export function inlineMailPictures({ html, pictures }: Pick<MailPreview['mail'], 'html' | 'pictures'>): string {
  return pictures.reduce(
    (text, { contentId, type, base64 }) =>
      text.replaceAll(`"cid:${contentId}"`, () => `"data:${type};base64,${base64}"`),
    html,
  )
}
