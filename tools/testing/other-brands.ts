/** The values in `website/app/brand.ts` that the site's owner replaces. */
export type BrandText = {
  name: string
  domain: string
  tagline: string
  description: string
  team: string
  support: string
  privacy: string
}

/** Test brands: one with a short name that is part of other words, and one with a long name, punctuation and non-ASCII letters. */
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
} as const satisfies Record<string, BrandText>

/** Replaces the values in the source text of `brand.ts`. Throws when the source contains no line for a value. */
export function replaceBrandTexts(source: string, words: BrandText): string {
  return Object.entries(words).reduce((text, [key, value]) => {
    const line = new RegExp(`^(\\s+${key}:\\s+)(?:'[^'\\n]*'|"[^"\\n]*")`, 'm')
    if (!line.test(text)) throw new Error(`website/app/brand.ts has no line for ${key}.`)
    const quote = value.includes("'") ? '"' : "'"
    return text.replace(line, (_whole, start: string) => `${start}${quote}${value}${quote}`)
  }, source)
}
