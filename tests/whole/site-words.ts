import { brand, downloadFilePrefix } from '../support/brand.ts'

/**
 * Placeholders for brand texts in the files of tests/whole/words, longest text first, because a name may be part of a longer brand
 * text.
 */
const PLACEHOLDERS: readonly (readonly [placeholder: string, text: string])[] = [
  ['{description}', brand.description],
  ['{tagline}', brand.tagline],
  ['{title}', brand.title],
  ['{film}', brand.demoVideo.url],
  ['{team}', brand.mailboxes.team],
  ['{support}', brand.mailboxes.support],
  ['{privacy}', brand.mailboxes.privacy],
  ['/latest/{files}-', `/latest/${downloadFilePrefix}-`],
  ['{product}', brand.name],
]

/** Replaces each placeholder in a recorded text with the brand's text. */
export function fillBrandPlaceholders(text: string): string {
  return PLACEHOLDERS.reduce((result, [placeholder, own]) => result.replaceAll(placeholder, () => own), text)
}

/** Replaces the brand's texts in a page with placeholders. */
export function insertBrandPlaceholders(text: string): string {
  return PLACEHOLDERS.reduce((result, [placeholder, own]) => result.replaceAll(own, () => placeholder), text)
}
