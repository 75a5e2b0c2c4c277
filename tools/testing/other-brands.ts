/** All that `website/app/brand.ts` holds as words of the brand. */
export type BrandWords = {
  name: string
  domain: string
  tagline: string
  description: string
  team: string
  support: string
  privacy: string
}

/** Brands to try the tests with: a short name that is part of other words, and a long one with everything that a name may hold. */
export const OTHER_BRANDS = {
  short: {
    name: 'Io',
    domain: 'io-photos.example',
    tagline: 'Fewer photos',
    description: 'Io sorts photos on your own computer, one at a time.',
    team: 'hello@io-photos.example',
    support: 'help@io-photos.example',
    privacy: 'data@io-photos.example',
  },
  long: {
    name: "Løve & Co's Prints",
    domain: 'shop.loeve-prints.example',
    tagline: 'What is “kept” & loved, stays.',
    description:
      "Løve & Co's Prints is an app for photos: keep one, let one go. It's quick & quiet, and nothing is uploaded.",
    team: 'crew+site@shop.loeve-prints.example',
    support: 'first.aid@shop.loeve-prints.example',
    privacy: 'privacy-office@shop.loeve-prints.example',
  },
} as const satisfies Record<string, BrandWords>

/** The source of `brand.ts` with another brand's words, as an owner would write them. Throws when one is not where it was. */
export function rebranded(source: string, words: BrandWords): string {
  return Object.entries(words).reduce((text, [key, value]) => {
    const line = new RegExp(`^(\\s+${key}:\\s+)(?:'[^'\\n]*'|"[^"\\n]*")`, 'm')
    if (!line.test(text)) throw new Error(`website/app/brand.ts has no line for ${key}.`)
    const quote = value.includes("'") ? '"' : "'"
    return text.replace(line, (_whole, start: string) => `${start}${quote}${value}${quote}`)
  }, source)
}
