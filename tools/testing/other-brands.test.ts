import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../root.ts'
import { OTHER_BRANDS, replaceBrandTexts } from './other-brands.ts'

const source = readFileSync(join(ROOT, 'website/app/brand.ts'), 'utf8')

test('rebranded replaces every value of the brand in brand.ts', () => {
  for (const words of Object.values(OTHER_BRANDS)) {
    const other = replaceBrandTexts(source, words)
    for (const word of Object.values(words)) expect(other).toContain(word)
    expect(replaceBrandTexts(other, OTHER_BRANDS.short)).toBe(replaceBrandTexts(source, OTHER_BRANDS.short))
  }
})

test('rebranded throws when brand.ts has no line for a value', () => {
  expect(() => replaceBrandTexts("  name: 'Io',\n", OTHER_BRANDS.short)).toThrow(
    'website/app/brand.ts has no line for domain.',
  )
})
