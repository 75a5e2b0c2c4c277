import { brand, fileStem } from '../support/brand.ts'

/** What stands for the brand in tests/whole/words, the longest texts first: a name may be part of another text. */
const PLACEHOLDERS: readonly (readonly [placeholder: string, text: string])[] = [
  ['{description}', brand.description],
  ['{tagline}', brand.tagline],
  ['{tagline without its full stop}', brand.tagline.replace(/\.$/, '')],
  ['{film}', brand.demoVideo.url],
  ['{team}', brand.mailboxes.team],
  ['{support}', brand.mailboxes.support],
  ['{privacy}', brand.mailboxes.privacy],
  ['/latest/{files}-', `/latest/${fileStem}-`],
  ['{product}', brand.name],
]

/** The text with the brand's own words in the place of each placeholder. */
export function withBrand(text: string): string {
  return PLACEHOLDERS.reduce((said, [placeholder, own]) => said.replaceAll(placeholder, () => own), text)
}

/** The text with placeholders in the place of the brand's own words. */
export function withPlaceholders(text: string): string {
  return PLACEHOLDERS.reduce((said, [placeholder, own]) => said.replaceAll(own, () => placeholder), text)
}
