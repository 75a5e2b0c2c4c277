/** A passage of a legal text: a plain string, or a list of strings and links. */
export type LegalInline = string | readonly (string | { text: string; href: string })[]

/** A block of a legal text: a paragraph, or a bullet list. */
export type LegalBlock = LegalInline | { list: readonly LegalInline[] }

/** A numbered section of a legal text; `id` is its anchor in the URL. */
export type LegalSection = { id: string; title: string; blocks: readonly LegalBlock[] }

/** A legal text. `effectiveFrom` (YYYY-MM-DD) is the day its wording came into force; update it with every change of the text. */
export type LegalText = { title: string; lead: string; effectiveFrom: string; sections: readonly LegalSection[] }

/** Returns a mailto link to an e-mail address, for use in a legal text. */
export function createMailtoLink(address: string): { text: string; href: string } {
  return { text: address, href: `mailto:${address}` }
}
