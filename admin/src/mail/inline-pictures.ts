import type { MailPreview } from './request-preview.ts'

/** Returns the HTML part of a mail with `data:` URLs in place of `cid:` URLs, because a browser cannot load the other parts of a mail. */
export function inlineMailPictures({ html, pictures }: Pick<MailPreview['mail'], 'html' | 'pictures'>): string {
  return pictures.reduce(
    (text, { contentId, type, base64 }) =>
      text.replaceAll(`"cid:${contentId}"`, () => `"data:${type};base64,${base64}"`),
    html,
  )
}
