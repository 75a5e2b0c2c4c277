import { expect, test } from 'vitest'
import { selectHandWrittenMutants } from '../../tests/breakages/run-breakages.ts'

test('selectHandWrittenMutants selects mutations by requirement number or section, and returns all without an argument', () => {
  const all = selectHandWrittenMutants([])
  expect(all.length).toBeGreaterThan(250)
  expect(selectHandWrittenMutants(['R2'])).toEqual(
    all.filter(({ breaks }) => breaks.some((number) => number.startsWith('R2.'))),
  )
  const one = selectHandWrittenMutants(['R2.1'])
  expect(one.length).toBeGreaterThan(0)
  for (const { breaks } of one) expect(breaks).toContain('R2.1')
})

test('selectHandWrittenMutants selects mutations by a word in the description or by file', () => {
  expect(selectHandWrittenMutants(['spinner']).length).toBeGreaterThan(2)
  expect(new Set(selectHandWrittenMutants(['website/app/ui/button.tsx']).map(({ file }) => file))).toEqual(
    new Set(['website/app/ui/button.tsx']),
  )
  expect(selectHandWrittenMutants(['nothing of the kind'])).toEqual([])
})
