// Browser and contract tests must pass with any brand (product name, tagline), so they import its texts from brand.ts and do not repeat
// them.
import { expect, test } from 'vitest'
import { readCodeFiles } from '../../tools/checks/source-files.ts'
import { brand } from '../support/brand.ts'

/** Returns every sequence of three consecutive words in a text, in lower case. */
function threeWordsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}’']+/gu) ?? []
  return words.slice(2).map((_, place) => words.slice(place, place + 3).join(' '))
}

test('browser and contract tests contain no three consecutive words of the brand tagline', async () => {
  const ofBrand = threeWordsOf(brand.tagline)
  const files = (await readCodeFiles()).filter(({ path }) => /^tests\/(browser|contract)\//.test(path))
  expect(files.length).toBeGreaterThan(100)
  expect(threeWordsOf('Keep it, and smile.')).toEqual(['keep it and', 'it and smile'])
  const found = files.flatMap(({ path, text }) => {
    const lower = text.toLowerCase()
    return ofBrand.filter((words) => lower.includes(words)).map((words) => `${path}: ${words}`)
  })
  expect(found).toEqual([])
})
