/** A text: plain, or as pieces, some of which are links. */
export type LegalWords = string | readonly (string | { text: string; href: string })[]

/** A paragraph, or a bullet list. */
export type LegalBlock = LegalWords | { list: readonly LegalWords[] }

/** One numbered section; `id` is its anchor. */
export type LegalSection = { id: string; title: string; blocks: readonly LegalBlock[] }

/** A legal text. `effectiveFrom` (YYYY-MM-DD) is the day this wording came into force; change it with every change of the text. */
export type LegalText = { title: string; lead: string; effectiveFrom: string; sections: readonly LegalSection[] }

/** Returns a mailbox as a mailto link. */
export function mailTo(address: string): { text: string; href: string } {
  return { text: address, href: `mailto:${address}` }
}
