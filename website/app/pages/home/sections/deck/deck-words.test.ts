import { expect, test } from 'vitest'
import { formatChoiceNote, formatOutcome } from './deck-words.ts'

const decisions = (kept: readonly boolean[], lastAt: number) =>
  kept.map((each, index) => ({ id: String(index), kept: each, at: index === kept.length - 1 ? lastAt : index }))

test('the outcome says how many prints were kept, and in what time', () => {
  expect(formatOutcome(decisions([true, false, true], 19_400))).toBe('You kept 2 of 3 in 19 seconds.')
  expect(formatOutcome(decisions([true, true], 300))).toBe('You kept all 2 in 1 second.')
  expect(formatOutcome(decisions([true], 0))).toBe('You kept it.')
  expect(formatOutcome(decisions([false], 0))).toBe('You let it go.')
  expect(formatOutcome(decisions([false, false], 170_000))).toBe('You let all 2 go in 3 minutes.')
})

test('after a long pause the outcome says no number of minutes', () => {
  expect(formatOutcome(decisions([true, false], 9_000_000))).toBe('You kept 1 of 2, in your own time.')
})

test('formatChoiceNote returns a remark when all sample prints were kept, none, or the one with the thumb in it', () => {
  const choose = (...ids: string[]) => ['thumb', 'cake', 'rings'].map((id) => ({ id, kept: ids.includes(id), at: 0 }))
  expect(formatChoiceNote(choose('thumb', 'cake', 'rings'))).toBe('All of them, thumb included.')
  expect(formatChoiceNote(choose())).toBe('Not even the dog?')
  expect(formatChoiceNote(choose('thumb', 'cake'))).toBe('Uncle Rob will be pleased.')
  expect(formatChoiceNote(choose('cake', 'rings'))).toBeNull()
})
