import { expect, test } from 'vitest'
import { chooseBreakages } from '../../tests/breakages/run-breakages.ts'

test('chooseBreakages selects mutations by requirement number or section, and returns all without an argument', () => {
  const all = chooseBreakages([])
  expect(all.length).toBeGreaterThan(250)
  expect(chooseBreakages(['R2'])).toEqual(all.filter(({ breaks }) => breaks.some((number) => number.startsWith('R2.'))))
  const one = chooseBreakages(['R2.1'])
  expect(one.length).toBeGreaterThan(0)
  for (const { breaks } of one) expect(breaks).toContain('R2.1')
})

test('chooseBreakages selects mutations by a word in the description or by file', () => {
  expect(chooseBreakages(['spinner']).length).toBeGreaterThan(2)
  expect(new Set(chooseBreakages(['website/app/ui/button.tsx']).map(({ file }) => file))).toEqual(
    new Set(['website/app/ui/button.tsx']),
  )
  expect(chooseBreakages(['nothing of the kind'])).toEqual([])
})
