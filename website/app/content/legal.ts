/** A run of words: plain, or with links in it. */
export type LegalWords = string | readonly (string | { text: string; href: string })[]

/** A paragraph, or a list of points. */
export type LegalBlock = LegalWords | { list: readonly LegalWords[] }

/** One numbered section; `id` is its anchor. */
export type LegalSection = { id: string; title: string; blocks: readonly LegalBlock[] }

/** A legal text. `effectiveFrom` (YYYY-MM-DD) is the day this wording came into force: change it with the words. */
export type LegalText = { title: string; lead: string; effectiveFrom: string; sections: readonly LegalSection[] }

/** A mailbox as a link. */
export function mailTo(address: string): { text: string; href: string } {
  return { text: address, href: `mailto:${address}` }
}
